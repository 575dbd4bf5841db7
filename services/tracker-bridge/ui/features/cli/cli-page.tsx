import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useStoppableRun } from '../../api/use-stoppable-run.ts';
import { Button } from '../../components/button.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import styles from './cli-page.module.css';
import { CommandForm } from './command-form.tsx';
import { bodyOf, noOptions, RunOptionsForm } from './run-options.tsx';
import { RunReport } from './run-report.tsx';
import { quoteArguments } from './split-arguments.ts';
import { useHistory } from './use-history.ts';

const shownHistory = 8;

const examples = [
  'ticket ready --unclaimed',
  'ticket read --status=todo --sort=-priority --limit=20',
  'ticket read --search="half even"',
  'log --limit=10',
  'ticket create --help',
];

/** The command itself, for what no other page does. */
export default function AdvancedCLIPage() {
  const [line, setLine] = useState('');
  const [options, setOptions] = useState(noOptions);
  const history = useHistory();
  const { state, start, stop } = useStoppableRun('cli');
  const run = (argv: readonly string[]) => {
    history.add(quoteArguments(argv));
    setLine('');
    void start(bodyOf(argv, options));
  };
  return (
    <Page title="Advanced CLI">
      <div className={styles.page}>
        <CommandForm
          line={line}
          onLine={setLine}
          history={history.lines}
          isRunning={state.phase === 'running'}
          onRun={run}
          onStop={stop}
        />
        <RunOptionsForm options={options} onChange={setOptions} />
        {state.phase === 'running' && (
          <>
            <p className={styles.hint}>
              Running <code>{quoteArguments(state.body.argv)}</code>. It goes on while you are on
              another page of this tab.
            </p>
            <Skeleton lines={3} />
          </>
        )}
        {state.phase === 'stopped' && (
          <p role="status" className={styles.hint}>
            Stopped <code>{quoteArguments(state.body.argv)}</code>. What it had stored by then
            stays.
          </p>
        )}
        {state.phase === 'failed' && <ErrorPanel error={state.error} />}
        {state.phase === 'ended' && (
          <RunReport
            line={quoteArguments(state.body.argv)}
            result={state.result}
            tookMs={state.tookMs}
          />
        )}
        {history.lines.length > 0 && (
          <Section
            title="History"
            aside={
              <Button icon={Trash2} onClick={history.clear}>
                Clear
              </Button>
            }
          >
            <Lines lines={history.lines.slice(-shownHistory).toReversed()} onChoose={setLine} />
          </Section>
        )}
        <Section title="Examples">
          <Lines lines={examples} onChoose={setLine} />
        </Section>
      </div>
    </Page>
  );
}

interface LinesProps {
  readonly lines: readonly string[];
  readonly onChoose: (line: string) => void;
}

function Lines({ lines, onChoose }: LinesProps) {
  return (
    <ul className={styles.history}>
      {lines.map(line => (
        <li key={line}>
          <button type="button" onClick={() => onChoose(line)} title="Edit and run">
            {line}
          </button>
        </li>
      ))}
    </ul>
  );
}
