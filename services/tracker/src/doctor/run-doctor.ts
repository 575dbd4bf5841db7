import { type Check, type Problem, type Severity, Unavailable } from './check.ts';
import { messageOf, type Patient } from './patient.ts';

export interface CheckResult {
  readonly name: string;
  readonly severity: Severity;
  readonly status: 'ok' | 'failed' | 'fixed' | 'skipped';
  /** The first of them; `total` counts all. For `fixed`: what was wrong. */
  readonly problems: readonly Problem[];
  readonly total: number;
  readonly remedy: string;
  readonly fixable: boolean;
  /** What a skipped check would have needed. */
  readonly needs?: string;
}

export interface DoctorReport {
  /** Whether no check of severity error has failed. */
  readonly ok: boolean;
  readonly checks: readonly CheckResult[];
  /** 0; 2 where the surroundings are at fault; 3 where data is damaged. */
  readonly exitCode: number;
}

/** As many problems of one check as people can take in. */
const mostProblems = 20;

/** Makes the checks in their order, and mends after each what it can, so that the next meets what is mended. */
export async function runDoctor(
  patient: Patient,
  checks: readonly Check[],
  { fix }: { readonly fix: boolean },
): Promise<DoctorReport> {
  const results: CheckResult[] = [];
  for (const check of checks) results.push(await examine(patient, check, fix));
  patient.reset();
  const failed = checks.filter(
    ({ severity }, at) => severity === 'error' && results[at]?.status === 'failed',
  );
  const isData = failed.some(({ concerns }) => concerns === 'data');
  return {
    ok: failed.length === 0,
    checks: results,
    exitCode: failed.length === 0 ? 0 : isData ? 3 : 2,
  };
}

async function examine(patient: Patient, check: Check, fix: boolean): Promise<CheckResult> {
  try {
    const problems = await check.find(patient);
    if (problems.length === 0) return resultOf(check, 'ok', problems);
    if (!fix || check.fix === undefined) return resultOf(check, 'failed', problems);
    return await mend(patient, check, problems);
  } catch (error) {
    if (error instanceof Unavailable) {
      return { ...resultOf(check, 'skipped', []), needs: error.message };
    }
    return resultOf(check, 'failed', [{ where: check.name, message: messageOf(error) }]);
  }
}

async function mend(
  patient: Patient,
  check: Check,
  before: readonly Problem[],
): Promise<CheckResult> {
  const failures: Problem[] = [];
  try {
    await check.fix?.(patient);
  } catch (error) {
    failures.push({ where: check.name, message: `it cannot be mended: ${messageOf(error)}` });
  }
  patient.reset();
  const left = [...(await check.find(patient)), ...failures];
  return left.length === 0 ? resultOf(check, 'fixed', before) : resultOf(check, 'failed', left);
}

function resultOf(
  { name, severity, remedy, fix }: Check,
  status: CheckResult['status'],
  problems: readonly Problem[],
): CheckResult {
  return {
    name,
    severity,
    status,
    problems: problems.slice(0, mostProblems),
    total: problems.length,
    remedy,
    fixable: fix !== undefined,
  };
}
