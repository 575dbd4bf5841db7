import { compileAssertion } from '../assertion/compile.ts';
import { compileTemplate } from '../template/compile-template.ts';
import { compileTree } from '../template/compile-tree.ts';
import { entriesOf } from './entries.ts';
import { kinds } from './kinds.ts';
import { at, type Problem } from './problem.ts';
import { isRecord, memberOf } from './record.ts';
import { Probe } from './schema.ts';
import { validate } from './validate.ts';

/**
 * What is wrong with the templates, assertions and targets of a probe whose form has mistakes and so can't be
 * compiled: one kind of mistake must not hide another. Takes any value and looks at what has the expected form;
 * what was `reported` already is not told again.
 */
export function expressionProblems(
  probe: unknown,
  path: string,
  reported: readonly Problem[] = [],
): Problem[] {
  const env = new Set(namesOf(memberOf(probe, 'env')));
  const entries = kinds.flatMap(kind => writtenEntries(kind, memberOf(probe, kind), path));
  return [
    ...entries.flatMap((entry, responses) => entryProblems(entry, { env, responses }, reported)),
    ...alertProblems(memberOf(probe, 'alerts'), at(path, 'alerts'), { env, responses: 0 }),
  ];
}

interface Entry {
  readonly kind: (typeof kinds)[number];
  readonly path: string;
  readonly value: unknown;
}

interface Readable {
  readonly env: ReadonlySet<string>;
  readonly responses: number;
}

function writtenEntries(kind: Entry['kind'], value: unknown, path: string): Entry[] {
  if (isRecord(value)) return [{ kind, path: at(path, kind), value }];
  if (!Array.isArray(value)) return [];
  return value.map((entry: unknown, index) => ({
    kind,
    path: at(path, kind, index),
    value: entry,
  }));
}

function namesOf(env: unknown): string[] {
  const entries: unknown[] = Array.isArray(env) ? env : [];
  return entries.map(entry => memberOf(entry, 'name')).filter(name => typeof name === 'string');
}

function entryProblems(entry: Entry, readable: Readable, reported: readonly Problem[]): Problem[] {
  const { value, path } = entry;
  if (!isRecord(value)) return [];
  const { alerts, name: _, ...target } = value;
  const tree = compileTree(target, { path, allow: 'request', ...readable });
  const sound = Object.fromEntries(
    Object.entries(target).filter(([key]) => !isAmong(reported, at(path, key))),
  );
  return [
    ...(tree.ok ? targetProblems({ ...entry, value: sound }, readable) : tree.problems),
    ...alertProblems(alerts, at(path, 'alerts'), readable),
  ];
}

/** Whether the value at the path, or something inside it, has a problem. */
function isAmong(problems: readonly Problem[], path: string): boolean {
  return problems.some(
    problem => problem.path.startsWith(path) && /^([.[]|$)/.test(problem.path.slice(path.length)),
  );
}

/** Why the target can't be asked, for an entry that would be valid in a probe of its own. */
function targetProblems({ kind, path, value }: Entry, readable: Readable): Problem[] {
  const entries = kind === 'socket' ? value : [value];
  const probe = validate(Probe, { id: 'alone', name: 'alone', [kind]: entries });
  const [alone] = probe.ok ? entriesOf(probe.value) : [];
  const compiled = alone?.compile(readable);
  if (alone === undefined || compiled === undefined || compiled.ok) return [];
  return compiled.problems.map(problem => ({
    ...problem,
    path: `${path}${problem.path.slice(alone.path.length)}`,
  }));
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
