import { createEgress, type EgressRules } from '../egress/egress.ts';
import { PicketError } from '../errors.ts';
import type { HistorySection } from '../history/schema.ts';
import type { Notification } from '../notify/schema.ts';
import type { ProbeSource } from '../probe/compile.ts';
import { at, type Checked, type Problem } from '../probe/problem.ts';
import type { Environment } from '../template/environment.ts';
import { checkHistory } from './check-history.ts';
import { checkNotification } from './check-notification.ts';
import { checkProbe, type ProbeSurroundings } from './check-probe.ts';
import { createIdRegister } from './id-register.ts';
import { indexKeyValues } from './key-values.ts';
import type { EgressRule, Parts, Placed, ProbePart } from './parts.ts';
import { pathMembers } from './path-members.ts';
import { maxProbes } from './schema.ts';

/** One document of the file. */
export interface Section {
  readonly parts: Parts;
  readonly lineOf: (path: string) => number;
}

/** Makes of each sound probe what is wanted; paths of its problems are inside the probe. */
type CompileProbe<Probe> = (source: ProbeSource) => Checked<Probe>;

export interface CheckSettings<Probe> {
  /** Variables for references that the file doesn't resolve, and for the texts of notifications. */
  readonly env: Environment;
  readonly compile: CompileProbe<Probe>;
}

export interface CheckedSections<Probe> {
  /** What is sound. */
  readonly probes: readonly Probe[];
  readonly notifications: readonly Notification[];
  readonly egress: EgressRules;
  readonly history: HistorySection;
  readonly notes: readonly string[];
  readonly problems: readonly (Problem & { readonly line: number })[];
}

/** Checks what the documents hold, each part by itself and all together; no mistake keeps another part from being checked. */
export function checkSections<Probe>(
  sections: readonly Section[],
  settings: CheckSettings<Probe>,
): CheckedSections<Probe> {
  const [probeIds, channelIds] = [createIdRegister(), createIdRegister()];
  const surroundings: ProbeSurroundings = {
    channels: new Set(sections.flatMap(({ parts }) => parts.channels.map(({ value }) => value))),
    keyValues: indexKeyValues(sections.flatMap(({ parts }) => parts.keyValues)),
    environment: settings.env,
  };
  const checked = sections.map(({ parts, lineOf }) => {
    const probes = parts.probes.map(part => compiled(part, surroundings, settings.compile));
    const notifications = parts.notifications.map(part => checkNotification(part, settings.env));
    const histories = parts.history.map(part => checkHistory(part, settings.env));
    const problems = [
      ...parts.problems,
      ...parts.channels.flatMap(id => channelIds.add(id, lineOf)),
      ...parts.probes.flatMap(({ id }) => (id ? probeIds.add(id, lineOf) : [])),
      ...[...probes, ...notifications, ...histories].flatMap(result =>
        result.ok ? [] : result.problems,
      ),
      ...parts.egress.flatMap(egressProblems),
    ];
    return {
      probes: sound(probes),
      notifications: sound(notifications),
      history: sound(histories),
      notes: parts.notes.map(({ path, value }) => `line ${lineOf(path)}: ${value}`),
      problems: problems.map(problem => ({ ...problem, line: lineOf(problem.path) })),
    };
  });
  const rules = sections.flatMap(({ parts }) => parts.egress);
  return {
    probes: checked.flatMap(({ probes }) => probes),
    notifications: checked.flatMap(({ notifications }) => notifications),
    history: checked.flatMap(({ history }) => history)[0] ?? {},
    egress: { allow: addresses(rules, 'allow'), deny: addresses(rules, 'deny') },
    notes: checked.flatMap(({ notes }) => notes),
    problems: [
      ...checked.flatMap(({ problems }) => problems),
      ...severalHistories(sections),
      ...tooManyProblems(sections.flatMap(({ parts }) => parts.probes)),
    ],
  };
}

function compiled<Probe>(
  part: ProbePart,
  surroundings: ProbeSurroundings,
  compile: CompileProbe<Probe>,
): Checked<Probe> {
  const probe = checkProbe(part, surroundings);
  if (!probe.ok) return probe;
  const result = compile(probe.value);
  if (result.ok) return result;
  const problems = result.problems.map(problem => ({
    ...problem,
    path: at(part.path, ...pathMembers(problem.path)),
  }));
  return { ok: false, problems };
}

function sound<T>(results: readonly Checked<T>[]): T[] {
  return results.flatMap(result => (result.ok ? [result.value] : []));
}

function egressProblems({ list, path, value }: EgressRule): Problem[] {
  try {
    createEgress({ allow: [], deny: [], [list]: [value] });
    return [];
  } catch (error) {
    if (!(error instanceof PicketError)) throw error;
    return [{ path, message: error.message }];
  }
}

function addresses(rules: readonly EgressRule[], list: EgressRule['list']): string[] {
  return rules.filter(rule => rule.list === list).map(({ value }) => value);
}

/** Only one counts, so nobody is to wonder which. */
function severalHistories(sections: readonly Section[]): (Problem & { line: number })[] {
  const all = sections.flatMap(({ parts, lineOf }) =>
    parts.history.map(({ path }) => ({ path, line: lineOf(path) })),
  );
  return all.slice(1).map(place => ({
    ...place,
    message: `the history is described twice, first in line ${all[0]?.line}`,
    hint: 'keep one of the two',
  }));
}

/** Manifests come one a document, so the schema of a list doesn't count them. */
function tooManyProblems(probes: readonly Placed<unknown>[]): (Problem & { line: number })[] {
  if (probes.length <= maxProbes) return [];
  const message = `there are ${probes.length} probes, at most ${maxProbes} are possible`;
  return [{ path: '', message, line: 1 }];
}
