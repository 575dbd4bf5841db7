import * as Type from 'typebox';
import { Check } from 'typebox/value';
import type { Decode } from '../../api/records.ts';

const checkResult = Type.Object({
  name: Type.String(),
  severity: Type.Enum(['error', 'warning', 'info']),
  status: Type.Enum(['ok', 'failed', 'fixed', 'skipped']),
  problems: Type.Array(Type.Object({ where: Type.String(), message: Type.String() })),
  total: Type.Integer(),
  remedy: Type.String(),
  fixable: Type.Boolean(),
  needs: Type.Optional(Type.String()),
});
const report = Type.Object({ ok: Type.Boolean(), checks: Type.Array(checkResult) });

export type CheckResult = Type.Static<typeof checkResult>;
export type DoctorReport = Type.Static<typeof report>;

/** What `tracker doctor` prints. */
export const toDoctorReport: Decode<DoctorReport> = json =>
  Check(report, json) ? json : undefined;

const worst: readonly CheckResult['severity'][] = ['error', 'warning', 'info'];

/** The checks that came out so, the worst first. */
export function checksOf(
  { checks }: DoctorReport,
  status: CheckResult['status'],
): readonly CheckResult[] {
  return checks
    .filter(check => check.status === status)
    .toSorted((one, other) => worst.indexOf(one.severity) - worst.indexOf(other.severity));
}
