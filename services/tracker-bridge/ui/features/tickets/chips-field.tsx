import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Field } from '../../components/field.tsx';
import styles from './chips-field.module.css';

interface ChipsFieldProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  readonly hint?: string;
  readonly fault?: string | undefined;
  readonly placeholder?: string;
}

/** A set of lines: Enter or leaving the field puts one in, Backspace in the empty field takes the last one out. */
export function ChipsField({ label, values, onChange, hint, fault, placeholder }: ChipsFieldProps) {
  const [text, setText] = useState('');
  const add = () => {
    const line = text.trim();
    if (line !== '' && !values.includes(line)) onChange([...values, line]);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && text.trim() !== '') {
      event.preventDefault();
      add();
    }
    if (event.key === 'Backspace' && text === '') onChange(values.slice(0, -1));
  };
  return (
    <div>
      <Field label={label} fault={fault} {...(hint === undefined ? {} : { hint })}>
        {control => (
          <input
            {...control}
            placeholder={placeholder}
            value={text}
            onChange={event => setText(event.target.value)}
            onBlur={add}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      {values.length > 0 && (
        <ul className={styles.chips} aria-label={`${label}, chosen`}>
          {values.map(value => (
            <Chip
              key={value}
              text={value}
              onRemove={() => onChange(values.filter(other => other !== value))}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface ChipProps {
  readonly text: string;
  readonly onRemove: () => void;
}

export function Chip({ text, onRemove }: ChipProps) {
  return (
    <li className={styles.chip}>
      <span>{text}</span>
      <button type="button" aria-label={`Take out ${text}`} onClick={onRemove}>
        <X aria-hidden size={14} />
      </button>
    </li>
  );
}
