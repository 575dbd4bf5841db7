import { useId } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { areas } from './areas.ts';
import type { PageKey } from './page-keys.ts';
import styles from './shortcuts-dialog.module.css';

interface ShortcutsDialogProps {
  /** Of the page behind the dialog. */
  readonly pageKeys: readonly PageKey[];
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly onClose: () => void;
}

export function ShortcutsDialog({ pageKeys, isOn, onSwitch, onClose }: ShortcutsDialogProps) {
  const id = useId();
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className={styles.groups}>
        <section>
          <h3>Go to</h3>
          <dl className={styles.keys}>
            {areas.map(({ name, key }) => (
              <Keys key={key} keys={['g', key]} label={name} />
            ))}
          </dl>
        </section>
        <section>
          <h3>On this page</h3>
          <dl className={styles.keys}>
            {pageKeys.map(({ key, label }) => (
              <Keys key={key} keys={[key]} label={label} />
            ))}
            <Keys keys={['?']} label="Keyboard shortcuts" />
          </dl>
        </section>
      </div>
      <div className={styles.setting}>
        <input
          id={id}
          type="checkbox"
          checked={isOn}
          onChange={event => onSwitch(event.target.checked)}
        />
        <label htmlFor={id}>Use these keys</label>
      </div>
    </Dialog>
  );
}

function Keys({ keys, label }: { readonly keys: readonly string[]; readonly label: string }) {
  return (
    <>
      <dt>
        {keys.map((key, index) => (
          <span key={key}>
            {index > 0 && ' '}
            <kbd>{key}</kbd>
          </span>
        ))}
      </dt>
      <dd>{label}</dd>
    </>
  );
}
