import { ShieldCheck } from 'lucide-react';
import type { AuditProof } from './audit-report.ts';
import styles from './tools.module.css';

const mostShown = 50;

export function AuditProofView({ proof }: { readonly proof: AuditProof }) {
  const { ok, events, commits, findings, total } = proof;
  const all = `${events} events in ${commits} commits`;
  if (ok) {
    return (
      <p className={styles.good}>
        <ShieldCheck aria-hidden size={18} />
        The history holds: {all}, each added once, by its actor, in order.
      </p>
    );
  }
  const rest = total - Math.min(findings.length, mostShown);
  return (
    <div className={styles.report}>
      <p>
        {total === 1 ? 'One thing speaks' : `${total} things speak`} against the history of {all}.
      </p>
      {findings.slice(0, mostShown).map(({ kind, commit, where, message }) => (
        <article
          key={`${kind} ${commit} ${where} ${message}`}
          className={styles.finding}
          data-severity="error"
        >
          <h3>
            <span className={styles.severity}>{kind}</span> {message}
          </h3>
          <p>
            <code>{where}</code>
            {commit !== undefined && <code>{commit.slice(0, 10)}</code>}
          </p>
        </article>
      ))}
      {rest > 0 && <p className={styles.soft}>and {rest} more</p>}
    </div>
  );
}
