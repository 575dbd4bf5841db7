import type { TextStyle } from '../command/outcome.ts';
import { paint } from '../command/paint.ts';
import { printable } from '../command/printable.ts';
import { historyText } from '../history/history-text.ts';
import type { AuditItem } from './list-audit.ts';
import type { Verification } from './verify-history.ts';

export function auditText(item: AuditItem, style: TextStyle): string {
  const commit =
    item.commit === null ? 'no commit found' : `commit ${item.commit.oid.slice(0, 12)}`;
  return historyText(item, style, `  (event ${item.event}, ${commit})`);
}

export function verificationText(
  { commits, events, findings }: Verification,
  style: TextStyle,
): string {
  const lines = findings.map(({ kind, commit, where, event, message }) => {
    const by = commit === undefined ? '' : `commit ${commit.slice(0, 12)}, `;
    const of = event === undefined ? '' : `, event ${event}`;
    return `${paint(kind, 'red', style.colour)}: ${by}${printable(where)}${of}: ${printable(message)}`;
  });
  const all = `${events} events in ${commits} commits`;
  return [
    ...lines,
    findings.length === 0
      ? `The history holds: ${all}, each added once, by its actor, in order.`
      : `${findings.length} findings in ${all}.`,
  ].join('\n');
}
