import { CircleCheck } from 'lucide-react';
import { ErrorPanel } from '../../components/error-panel.tsx';
import type { ForgeNote, ForgeReport, GitReport, SyncReport } from './sync-report.ts';
import styles from './tools.module.css';

export function SyncReportView({ report: { git, forge } }: { readonly report: SyncReport }) {
  return (
    <div className={styles.report}>
      {git && <Git report={git} />}
      {forge && <Forge report={forge} />}
    </div>
  );
}

function Git({ report }: { readonly report: GitReport }) {
  const { remote, sent, received, renumbered, warnings } = report;
  return (
    <>
      <p className={styles.good}>
        <CircleCheck aria-hidden size={18} />
        {sent + received === 0
          ? `Nothing is new here or on ${remote}.`
          : `Sent ${count(sent, 'change')} to ${remote}, fetched ${count(received, 'change')}.`}
      </p>
      <Lines
        lines={renumbered.map(
          ({ type, from, to }) =>
            `${type} #${from} is #${to} now, as ${remote} had another ${type} #${from}`,
        )}
      />
      <Lines lines={warnings} />
    </>
  );
}

function Forge({ report }: { readonly report: ForgeReport }) {
  const { repo, received, sent, created, notes, failures } = report;
  return (
    <>
      <p className={styles.good}>
        <CircleCheck aria-hidden size={18} />
        {received + sent + created === 0
          ? `Nothing is new here or on ${repo}.`
          : `${repo}: ${count(received, 'ticket')} took something from their issue, ${count(sent, 'issue')} from their ticket, ${count(created, 'issue')} made.`}
      </p>
      <Lines lines={notes.map(said)} />
      {failures.length > 0 && (
        <ErrorPanel
          message={`Not carried over, and tried again at the next sync: ${failures.map(said).join('; ')}`}
        />
      )}
    </>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className={styles.lines}>
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

const count = (amount: number, what: string): string =>
  `${amount} ${what}${amount === 1 ? '' : 's'}`;

function said({ ticket, issue, text }: ForgeNote): string {
  const of = [ticket === null ? '' : `ticket #${ticket}`, issue === null ? '' : `issue #${issue}`];
  const named = of.filter(name => name !== '').join(', ');
  return named === '' ? text : `${named}: ${text}`;
}
