import { Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { CommandError } from '../../api/command-error.ts';
import type { Decode } from '../../api/records.ts';
import type { RunResult } from '../../api/use-run.ts';
import type { StoppableRun } from '../../api/use-stoppable-run.ts';
import { Button } from '../../components/button.tsx';
import { durationText } from '../../components/duration.ts';
import { OutputText } from '../../components/output-text.tsx';
import { ReadError } from '../../components/read-error.tsx';
import { Section } from '../../components/section.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import styles from './tools.module.css';

interface ToolCardProps<T> {
  readonly title: string;
  /** What it is for. */
  readonly about: string;
  readonly run: StoppableRun;
  /** Buttons that start it; beside them stands the one that stops it. */
  readonly actions: ReactNode;
  /** What is asked before it is started. */
  readonly options?: ReactNode;
  readonly decode: Decode<T>;
  /** The report as people read it. */
  readonly children: (report: T, result: RunResult) => ReactNode;
}

/** A tool, how far it is, and what it came to. */
export function ToolCard<T>(props: ToolCardProps<T>) {
  const { title, about, run, actions, options, decode, children } = props;
  const { state, start, stop } = run;
  const retry = () => {
    if (state.phase !== 'idle') void start(state.body);
  };
  const aside = (
    <div className={styles.actions}>
      {state.phase === 'running' && (
        <Button icon={Square} onClick={stop}>
          Stop
        </Button>
      )}
      <div className={styles.actions} data-off={state.phase === 'running' || undefined}>
        {actions}
      </div>
    </div>
  );
  return (
    <Section title={title} aside={aside}>
      <p className={styles.about}>{about}</p>
      {options}
      <div className={styles.result} aria-busy={state.phase === 'running'}>
        {state.phase === 'running' && (
          <>
            <p className={styles.running}>Goes on while you are on another page of this tab.</p>
            <Skeleton lines={3} />
          </>
        )}
        {state.phase === 'stopped' && (
          <p role="status" className={styles.soft}>
            Stopped before it ended.
          </p>
        )}
        {state.phase === 'failed' && <ReadError error={state.error} onRetry={retry} />}
        {state.phase === 'ended' && (
          <>
            <Ended result={state.result} decode={decode} onRetry={retry}>
              {children}
            </Ended>
            <p role="status" className={styles.took}>
              {title} took {durationText(state.tookMs)}
            </p>
          </>
        )}
      </div>
    </Section>
  );
}

interface EndedProps<T> extends Pick<ToolCardProps<T>, 'decode' | 'children'> {
  readonly onRetry: () => void;
  readonly result: RunResult;
}

/** Reports come with other exit codes than 0 as well, as of a doctor who found something. */
function Ended<T>({ result, decode, children, onRetry }: EndedProps<T>) {
  const report = decode(result.json);
  if (report !== undefined) return children(report, result);
  if (result.exitCode !== 0)
    return <ReadError error={new CommandError(result)} onRetry={onRetry} />;
  return (
    <>
      <p>This version of the page does not know how to show what was printed:</p>
      <OutputText name="Output" text={result.stdout} />
    </>
  );
}
