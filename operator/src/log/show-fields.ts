import { PicketError } from '@picket/monitor';
import { KubeError } from '../kube/kube-error.ts';
import { identifyProbe } from './identify-probe.ts';
import { withoutSecrets } from './without-secrets.ts';

/** Members of a list or object, and objects within objects, that are shown. */
const longest = { members: 100, depth: 5 } as const;

/** Fields as they are written: errors by their cause, probes by namespace and name, texts without credentials. */
export function showFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return showMembers(identifyProbe(fields), longest.depth);
}

function show(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutSecrets(value);
  if (value instanceof Error) return showError(value, depth);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) {
    return value.slice(0, longest.members).map(member => show(member, depth - 1));
  }
  return showMembers(value, depth - 1);
}

function showMembers(value: object, depth: number): Record<string, unknown> {
  const members = Object.entries(value).slice(0, longest.members);
  return Object.fromEntries(members.map(([name, member]) => [name, show(member, depth)]));
}

/** What is expected to go wrong says enough in its message; of anything else the stack is needed. */
function showError(error: Error, depth: number): Record<string, unknown> {
  const message = withoutSecrets(error.message);
  if (error instanceof KubeError) {
    return { type: error.name, status: error.status, reason: error.reason, message };
  }
  if (error instanceof PicketError) return { type: error.name, code: error.code, message };
  return {
    type: error.name,
    ...('code' in error && { code: show(error.code, 0) }),
    message,
    stack: withoutSecrets(error.stack ?? ''),
    ...(error.cause !== undefined && depth > 0 && { cause: show(error.cause, depth - 1) }),
  };
}
