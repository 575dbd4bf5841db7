import { useChange } from '../api/use-change.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorPanel } from './error-panel.tsx';

/** Shown where the command says NOT_INITIALISED: begins the board, or takes over the remote's. */
export function NotInitialised() {
  const { run, error, isRunning } = useChange();
  return (
    <EmptyState
      title="This repository has no board yet"
      action={
        <>
          <Button kind="primary" isBusy={isRunning} onClick={() => void run(['init'])}>
            Begin a board
          </Button>
          <Button isBusy={isRunning} onClick={() => void run(['sync'])}>
            Take over the remote’s
          </Button>
          {error && <ErrorPanel error={error} />}
        </>
      }
    >
      It is kept on a branch of its own; nothing else of the repository is touched.
    </EmptyState>
  );
}
