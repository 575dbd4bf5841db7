import type { Story, Ticket } from '@picket/tracker';
import { type KeyboardEvent, useId, useState } from 'react';
import { type Decode, toStories, toStory, toTicket, toTickets } from '../../api/records.ts';
import { type Read, useRead } from '../../api/use-read.ts';
import { Field } from '../../components/field.tsx';
import chipStyles from './chips-field.module.css';
import { Chip } from './chips-field.tsx';
import { Reader } from './reader.tsx';
import styles from './record-picker.module.css';
import { useDebounced } from './use-debounced.ts';

type PickedType = 'story' | 'ticket';
type Picked = Story | Ticket;

interface RecordPickerProps {
  readonly type: PickedType;
  readonly label: string;
  /** Ids of what is chosen. */
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  /** One only: the next takes the place of the last. */
  readonly isSingle?: boolean;
  /** Never offered. */
  readonly except?: string | undefined;
  readonly fault?: string | undefined;
}

const offered = 8;

/** Finds records by number or words, as a combobox whose list opens on typing, a click or the arrow down. */
export function RecordPicker(props: RecordPickerProps) {
  const { type, label, ids, onChange, isSingle = false, except, fault } = props;
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [read, setRead] = useState<Read<readonly Picked[]>>();
  const listId = useId();
  const asked = useDebounced(text.trim(), 250);
  const argv = searchArguments(type, asked);
  const isAnswered = asked === text.trim() && read !== undefined && !read.isLoading;
  const options = (read?.data ?? []).filter(
    ({ id, deletedAt }) => deletedAt === null && id !== except && !ids.includes(id),
  );
  const at = Math.min(active, options.length - 1);

  const close = () => {
    setIsOpen(false);
    setActive(0);
    setText('');
  };
  const pick = (record: Picked | undefined) => {
    if (record === undefined) return;
    onChange(isSingle ? [record.id] : [...ids, record.id]);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (isOpen) setActive(Math.max(0, Math.min(options.length - 1, at + step)));
      setIsOpen(true);
    } else if (isOpen && event.key === 'Enter') {
      event.preventDefault();
      if (isAnswered) pick(options[at]);
    } else if (isOpen && event.key === 'Escape') {
      // Of the list, not of the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  return (
    <div>
      <Field label={label} fault={fault}>
        {control => (
          <input
            {...control}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && at >= 0 ? `${listId}-${at}` : undefined}
            autoComplete="off"
            placeholder="Number or words of its title"
            value={text}
            onChange={event => {
              setText(event.target.value);
              setActive(0);
              setIsOpen(true);
            }}
            onClick={() => setIsOpen(true)}
            onBlur={close}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      {isOpen && (
        <>
          <Reader key={argv.join('\0')} argv={argv} decode={toFound} onAnswer={setRead} />
          <div id={listId} role="listbox" aria-label={label} className={styles.list}>
            {options.map((record, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the input holds the focus and its keys choose
              <div
                key={record.id}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === at}
                className={styles.option}
                onMouseDown={event => event.preventDefault()}
                onClick={() => pick(record)}
              >
                <span className={styles.number}>#{record.number}</span> {record.title}
              </div>
            ))}
          </div>
          {options.length === 0 && (
            <p role="status" className={styles.none}>
              {isAnswered ? `There is no such ${type}.` : 'Searching…'}
            </p>
          )}
        </>
      )}
      {ids.length > 0 && (
        <ul className={chipStyles.chips} aria-label={`${label}, chosen`}>
          {ids.map(id => (
            <PickedChip
              key={id}
              type={type}
              id={id}
              onRemove={() => onChange(ids.filter(other => other !== id))}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface PickedChipProps {
  readonly type: PickedType;
  readonly id: string;
  readonly onRemove: () => void;
}

function PickedChip({ type, id, onRemove }: PickedChipProps) {
  const { data, isLoading } = useRead([type, 'read', `--id=${id}`], toFound);
  const record = data?.[0];
  const unread = isLoading ? '…' : `an unknown ${type}`;
  return (
    <Chip
      text={record === undefined ? unread : `#${record.number} ${record.title}`}
      onRemove={onRemove}
    />
  );
}

function searchArguments(type: PickedType, text: string): readonly string[] {
  const number = /^#?([1-9]\d{0,8})$/.exec(text)?.[1];
  if (number !== undefined) return [type, 'read', `--id=${number}`];
  const search = text === '' ? [] : [`--search=${text}`];
  return [type, 'read', `--limit=${offered + 1}`, '--sort=-updated', ...search];
}

/** A list, or the one record that was asked for by number. */
const toFound: Decode<readonly Picked[]> = json => {
  const list = toTickets(json)?.items ?? toStories(json)?.items;
  if (list !== undefined) return list;
  const one = toTicket(json) ?? toStory(json);
  return one && [one];
};
