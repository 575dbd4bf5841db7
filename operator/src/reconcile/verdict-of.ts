import type { CompiledProbe, Problem } from '@picket/monitor';
import type { Verdict } from '../status/status-writer.ts';
import type { Assessment } from './assess.ts';

type Finding = Verdict['conditions'][number];

/** Bytes; Kubernetes' own bound for the message of a condition. */
const longestMessage = 32_768;

/**
 * The conditions an assessment gives. `Healthy` is among them only where the probe does not run: otherwise its
 * alert states decide it.
 */
export function conditionsOf(assessment: Assessment): readonly Finding[] {
  switch (assessment.kind) {
    case 'sound':
      return assessment.probe.suspended ? whileSuspended : whileRunning(assessment.probe);
    case 'invalid':
      return whileNotReady('InvalidSpec', assessment.problems);
    case 'unresolved':
      return whileNotReady('ReferenceNotFound', assessment.problems);
  }
}

const notSuspended: Finding = {
  type: 'Suspended',
  status: 'False',
  reason: 'NotSuspended',
  message: 'spec.suspend is not set',
};

const whileSuspended: readonly Finding[] = [
  {
    type: 'Ready',
    status: 'True',
    reason: 'Suspended',
    message: 'the probe is valid; it is not run while spec.suspend is true',
  },
  { type: 'Healthy', status: 'Unknown', reason: 'Suspended', message: 'the probe is not run' },
  { type: 'Suspended', status: 'True', reason: 'Suspended', message: 'spec.suspend is true' },
];

function whileRunning({ requests, interval }: CompiledProbe): readonly Finding[] {
  const what = requests.length === 1 ? 'one request' : `${requests.length} requests`;
  const message = `${what} every ${interval / 1000} s`;
  return [{ type: 'Ready', status: 'True', reason: 'Scheduled', message }, notSuspended];
}

function whileNotReady(reason: string, problems: readonly Problem[]): readonly Finding[] {
  return [
    { type: 'Ready', status: 'False', reason, message: wordProblems(problems) },
    { type: 'Healthy', status: 'Unknown', reason: 'NotReady', message: 'the probe is not run' },
    notSuspended,
  ];
}

/** Every problem with its place and what to do, a line each. */
export function wordProblems(problems: readonly Problem[]): string {
  const lines = problems.map(({ path, message, hint }) => {
    const what = path === '' ? message : `${path}: ${message}`;
    return hint === undefined ? what : `${what} (${hint})`;
  });
  return cut(lines.join('\n'), longestMessage);
}

function cut(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  // The decoder leaves a replacement mark where a character was cut through.
  return `${encoded.toString('utf8', 0, bytes - 3).replace(/\uFFFD+$/, '')}…`;
}
