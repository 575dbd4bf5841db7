import { findingKinds } from '../audit/finding.ts';
import type { Check } from './check.ts';

/** The table of `docs/tracker-doctor.md` that lists the checks. */
export function checksTable(checks: readonly Check[]): string {
  return [
    '| check | severity | what is as it should be | `--fix` | remedy |',
    '| --- | --- | --- | --- | --- |',
    ...checks.map(
      ({ name, severity, about, remedy, fix }) =>
        `| \`${name}\` | ${severity} | ${about} | ${fix === undefined ? 'no' : 'yes'} | ${remedy} |`,
    ),
  ].join('\n');
}

/** The table there of what `audit --verify` finds. */
export function findingsTable(): string {
  return [
    '| finding | what it means |',
    '| --- | --- |',
    ...Object.entries(findingKinds).map(([kind, means]) => `| \`${kind}\` | ${means} |`),
  ].join('\n');
}
