import { compileAssertion } from '../assertion/compile.ts';
import { compileTemplate } from '../template/compile-template.ts';
import { compileTree } from '../template/compile-tree.ts';
import { kinds } from './kinds.ts';
import { at, type Problem } from './problem.ts';
import { isRecord, memberOf } from './record.ts';

/**
 * What is wrong with the templates and assertions of a probe whose form has mistakes and so can't be compiled:
 * one kind of mistake must not hide another. Takes any value and looks at what has the expected form.
 */
export function expressionProblems(probe: unknown, path: string): Problem[] {
  const env = new Set(namesOf(memberOf(probe, 'env')));
  const entries = kinds.flatMap(kind => entriesOf(memberOf(probe, kind), at(path, kind)));
  return [
    ...entries.flatMap((entry, responses) => entryProblems(entry, { env, responses })),
    ...alertProblems(memberOf(probe, 'alerts'), at(path, 'alerts'), { env, responses: 0 }),
  ];
}

interface Entry {
  readonly path: string;
  readonly value: unknown;
}

interface Readable {
  readonly env: ReadonlySet<string>;
  readonly responses: number;
}

function entriesOf(value: unknown, path: string): Entry[] {
  if (isRecord(value)) return [{ path, value }];
  if (!Array.isArray(value)) return [];
  return value.map((entry: unknown, index) => ({ path: at(path, index), value: entry }));
}

function namesOf(env: unknown): string[] {
  const entries: unknown[] = Array.isArray(env) ? env : [];
  return entries.map(entry => memberOf(entry, 'name')).filter(name => typeof name === 'string');
}

function entryProblems({ value, path }: Entry, readable: Readable): Problem[] {
  if (!isRecord(value)) return [];
  const { alerts, name: _, ...target } = value;
  const tree = compileTree(target, { path, allow: 'request', ...readable });
  return [
    ...(tree.ok ? [] : tree.problems),
    ...alertProblems(alerts, at(path, 'alerts'), readable),
  ];
}

function alertProblems(alerts: unknown, path: string, readable: Readable): Problem[] {
  const entries: unknown[] = Array.isArray(alerts) ? alerts : [];
  return entries.flatMap((alert, index) => {
    const place = at(path, index);
    const assertion = memberOf(alert, 'assertion');
    const message = memberOf(alert, 'message');
    const checks = [
      typeof assertion === 'string' && compileAssertion(assertion, at(place, 'assertion')),
      typeof message === 'string' &&
        compileTemplate(message, { path: at(place, 'message'), allow: 'message', ...readable }),
    ];
    return checks.flatMap(check => (check && !check.ok ? check.problems : []));
  });
}
