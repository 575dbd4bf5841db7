import { useLostChanges } from '../api/changes.tsx';
import { useOutdatedBecause } from '../api/outdated.tsx';
import { useRevise } from '../api/revision.tsx';
import { Button } from '../components/button.tsx';
import styles from './troubles.module.css';

/** Tells above the page of looks that failed and of changes that were not made; both stay until they are dealt with. */
export function Troubles() {
  const outdated = useOutdatedBecause();
  const revise = useRevise();
  const { lost, dismiss } = useLostChanges();
  return (
    <div role="status" className={styles.troubles}>
      {outdated && (
        <div className={styles.trouble}>
          <p>{sentence(outdated.message)} What you see may be out of date.</p>
          <Button onClick={revise}>Try again</Button>
        </div>
      )}
      {lost.map(({ key, error }) => (
        <div key={key} className={`${styles.trouble} ${styles.lost}`}>
          <p>A change was not made: {error.message}</p>
          <Button onClick={() => dismiss(key)}>Dismiss</Button>
        </div>
      ))}
    </div>
  );
}

/** Messages of the command have neither a capital nor a full stop. */
function sentence(message: string): string {
  const begun = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
