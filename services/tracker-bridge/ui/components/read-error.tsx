import { CommandError } from '../api/command-error.ts';
import { ErrorPanel } from './error-panel.tsx';
import { NotInitialised } from './not-initialised.tsx';

interface ReadErrorProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** What a page shows that cannot be read; where the board is only not begun yet, the way to begin it. */
export function ReadError({ error, onRetry }: ReadErrorProps) {
  if (error instanceof CommandError && error.code === 'NOT_INITIALISED') return <NotInitialised />;
  return <ErrorPanel error={error} onRetry={onRetry} />;
}
