import type { TextStyle } from '../command/outcome.ts';
import { type Paint, paint } from '../command/paint.ts';
import { printable } from '../command/printable.ts';
import { tableText } from '../command/table.ts';
import { type Check, type Severity, severities } from './check.ts';
import type { CheckResult, DoctorReport } from './run-doctor.ts';

const colours: Readonly<Record<Severity, Paint>> = {
  error: 'red',
  warning: 'yellow',
  info: 'cyan',
};

/** What was found, the worst first, and a line that sums it up. */
export function reportText({ checks }: Pick<DoctorReport, 'checks'>, style: TextStyle): string {
  const of = (status: CheckResult['status']): CheckResult[] =>
    checks
      .filter(check => check.status === status)
      .toSorted(
        (one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity),
      );
  const [failed, fixed, skipped] = [of('failed'), of('fixed'), of('skipped')];
  return [
    ...failed.map(check => failureText(check, style)),
    ...fixed.map(check =>
      [`${paint('fixed', 'green', style.colour)} ${check.name}`, ...problemLines(check)].join('\n'),
    ),
    ...skippedLines(skipped, style),
    `${checks.length} checks: ${of('ok').length} ok, ${failed.length} failed, ${fixed.length} fixed, ${skipped.length} skipped.`,
  ].join('\n');
}

/** One line for all that lack the same. */
function skippedLines(skipped: readonly CheckResult[], style: TextStyle): string[] {
  const byNeed = Map.groupBy(skipped, ({ needs = '' }) => needs);
  return [...byNeed].map(([needs, without]) => {
    const names = without.map(({ name }) => name).join(', ');
    return `${paint('skipped', 'dim', style.colour)}, as they need ${printable(needs)}: ${names}`;
  });
}

function failureText(check: CheckResult, style: TextStyle): string {
  const head = `${paint(check.severity, colours[check.severity], style.colour)} ${check.name}`;
  return [head, ...problemLines(check), `    remedy: ${check.remedy}`].join('\n');
}

function problemLines({ problems, total }: CheckResult): string[] {
  const lines = problems.map(
    ({ where, message }) => `    ${printable(where)}: ${printable(message)}`,
  );
  return total > problems.length ? [...lines, `    and ${total - problems.length} more`] : lines;
}

export function listText(
  items: readonly (Pick<Check, 'name' | 'severity' | 'about'> & { readonly fixable: boolean })[],
  style: TextStyle,
): string {
  return tableText(
    [
      { heading: 'CHECK', text: ({ name }) => name, most: 24 },
      {
        heading: 'SEVERITY',
        text: ({ severity }) => severity,
        paint: item => colours[item.severity],
        most: 8,
      },
      { heading: 'MENDED', text: ({ fixable }) => (fixable ? '--fix' : ''), most: 6 },
      { heading: 'LOOKS FOR', text: ({ about }) => about },
    ],
    items,
    style,
  );
}
