import { useState } from 'react';
import type { RunBody } from '../../api/use-run.ts';
import { SelectField, TextField } from '../../components/field.tsx';
import styles from './cli-page.module.css';

/** The fields of a run beside its argv, as they are typed; what is empty is not sent. */
export interface RunOptions {
  readonly texts: Readonly<Record<TextName, string>>;
  readonly sync: string;
  readonly keepWorktree: boolean;
}

type TextName = (typeof fields)[number]['name'];

const fields = [
  { name: 'actor', label: 'Actor', hint: 'in whose name, as in Ann <ann@example.org>' },
  { name: 'remote', label: 'Remote', hint: 'the Git remote to sync with' },
  { name: 'dataBranch', label: 'Data branch', hint: 'tracker-data unless told' },
  { name: 'forgeRepo', label: 'Forge repository', hint: 'owner/name' },
  { name: 'cwd', label: 'Working directory', hint: 'of the command, on the server' },
] as const;

export const noOptions: RunOptions = {
  texts: { actor: '', remote: '', dataBranch: '', forgeRepo: '', cwd: '' },
  sync: '',
  keepWorktree: false,
};

const syncModes = ['off', 'outbound', 'full'] as const;

export function bodyOf(
  argv: readonly string[],
  { texts, sync, keepWorktree }: RunOptions,
): RunBody {
  const { actor, remote, dataBranch, forgeRepo, cwd } = texts;
  const mode = syncModes.find(each => each === sync);
  return {
    argv: [...argv],
    ...(actor && { actor }),
    ...(remote && { remote }),
    ...(dataBranch && { dataBranch }),
    ...(forgeRepo && { forgeRepo }),
    ...(cwd && { cwd }),
    ...(mode && { sync: mode }),
    ...(keepWorktree && { keepWorktree }),
  };
}

interface RunOptionsFormProps {
  readonly options: RunOptions;
  readonly onChange: (options: RunOptions) => void;
}

/** Folded until it is needed; it says how many options are set. */
export function RunOptionsForm({ options, onChange }: RunOptionsFormProps) {
  const [isOpen, setOpen] = useState(false);
  const { texts, sync, keepWorktree } = options;
  const set = Object.keys(bodyOf([], options)).length - 1;
  return (
    <details
      className={styles.options}
      open={isOpen}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary>Options{set > 0 && ` (${set} set)`}</summary>
      <div className={styles.fields}>
        {fields.map(({ name, label, hint }) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            maxLength={1_000}
            autoComplete="off"
            spellCheck={false}
            value={texts[name]}
            onChange={value => onChange({ ...options, texts: { ...texts, [name]: value } })}
          />
        ))}
        <SelectField
          label="Sync"
          hint="how far a change is carried"
          value={sync}
          onChange={value => onChange({ ...options, sync: value })}
          choices={[
            { value: '', label: 'As the server has it' },
            ...syncModes.map(mode => ({ value: mode, label: mode })),
          ]}
        />
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={keepWorktree}
            onChange={event => onChange({ ...options, keepWorktree: event.target.checked })}
          />
          Keep the worktree
        </label>
      </div>
    </details>
  );
}
