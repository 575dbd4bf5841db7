import { CircleAlert } from 'lucide-react';
import { CommandError } from '../api/command-error.ts';
import { Button } from './button.tsx';
import styles from './error-panel.module.css';

type ErrorPanelProps = ({ readonly error: Error } | { readonly message: string }) & {
  readonly onRetry?: () => void;
};

/** What went wrong and what to do, read aloud as it appears. */
export function ErrorPanel({ onRetry, ...told }: ErrorPanelProps) {
  const error = 'error' in told ? told.error : undefined;
  const problems = error instanceof CommandError ? error.problems : [];
  return (
    <div role="alert" className={styles.panel}>
      <CircleAlert aria-hidden size={18} />
      <div>
        <p>{'error' in told ? told.error.message : told.message}</p>
        {problems.length > 0 && (
          <ul>
            {problems.map(problem => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
        {error instanceof CommandError && error.remedy && <p>What to do: {error.remedy}</p>}
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
      </div>
    </div>
  );
}
