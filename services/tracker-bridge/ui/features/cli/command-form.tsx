import { Play, Square } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import styles from './cli-page.module.css';
import { CommandPreview } from './command-preview.tsx';
import { commandToSend } from './command-to-send.ts';

interface CommandFormProps {
  readonly line: string;
  readonly onLine: (line: string) => void;
  readonly history: readonly string[];
  readonly isRunning: boolean;
  readonly onRun: (argv: readonly string[]) => void;
  readonly onStop: () => void;
}

export function CommandForm(props: CommandFormProps) {
  const { line, onLine, history, isRunning, onRun, onStop } = props;
  const id = useId();
  const back = useHistoryKeys(line, onLine, history);
  const { argv, fault } = commandToSend(line);
  const run = () => {
    if (fault !== undefined || argv.length === 0 || isRunning) return;
    back.leave();
    onRun(argv);
  };
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault();
        run();
      }}
    >
      <div className={styles.prompt}>
        <label htmlFor={id}>tracker</label>
        <textarea
          id={id}
          rows={1}
          value={line}
          placeholder="ticket read --status=todo"
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={`${id}-preview`}
          onChange={event => onLine(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
              event.preventDefault();
              run();
            } else back.onKey(event);
          }}
        />
        {isRunning ? (
          <Button icon={Square} onClick={onStop}>
            Stop
          </Button>
        ) : (
          <Button
            kind="primary"
            type="submit"
            icon={Play}
            disabled={fault !== undefined || argv.length === 0}
          >
            Run
          </Button>
        )}
      </div>
      <CommandPreview id={`${id}-preview`} argv={argv} fault={fault} />
    </form>
  );
}

/** Arrow up and down go through the history, and back to what was being typed. */
function useHistoryKeys(line: string, onLine: (line: string) => void, history: readonly string[]) {
  const [at, setAt] = useState<{ readonly back: number; readonly typed: string } | null>(null);
  const go = (back: number) => {
    if (back > history.length || back < 0) return;
    const typed = at?.typed ?? line;
    setAt(back === 0 ? null : { back, typed });
    onLine(back === 0 ? typed : (history.at(-back) ?? ''));
  };
  return {
    leave: () => setAt(null),
    onKey(event: KeyboardEvent<HTMLTextAreaElement>) {
      const { value, selectionStart } = event.currentTarget;
      const isFirst = !value.slice(0, selectionStart).includes('\n');
      const isLast = !value.slice(selectionStart).includes('\n');
      const step =
        event.key === 'ArrowUp' && isFirst ? 1 : event.key === 'ArrowDown' && isLast ? -1 : 0;
      if (step === 0 || event.shiftKey || event.altKey) return;
      event.preventDefault();
      go((at?.back ?? 0) + step);
    },
  };
}
