import type { Static, TSchema } from 'typebox';
import { at, type Problem } from '../probe/problem.ts';
import { isRecord, memberOf } from '../probe/record.ts';
import { validate } from '../probe/validate.ts';
import { type KeyValues, keyValuesOfConfigMap, keyValuesOfSecret } from './key-values.ts';
import { ConfigMapManifest, manifestKindOf, ProbeManifest, SecretManifest } from './manifest.ts';
import { ConfigFile } from './schema.ts';

/** A value and where in its document it stands. */
export interface Placed<T> {
  readonly path: string;
  readonly value: T;
}

/** A probe as it is written, not checked yet. */
export interface ProbePart extends Placed<unknown> {
  /** Of a Probe resource: what its metadata says of it. */
  readonly resource?: { readonly name: string; readonly namespace: string | undefined };
  /** Where it has one of the right form. */
  readonly id?: Placed<string>;
}

/** A rule of the egress policy. */
export interface EgressRule extends Placed<string> {
  readonly list: 'allow' | 'deny';
}

/** What a document holds, as far as it can be told from mistakes. */
export interface Parts {
  readonly probes: readonly ProbePart[];
  /** As they are written; the document's `problems` tell what is wrong with their form. */
  readonly notifications: readonly Placed<unknown>[];
  /** Ids of the channels, those with mistakes too. */
  readonly channels: readonly Placed<string>[];
  readonly egress: readonly EgressRule[];
  /** As it is written; none or one, or by mistake more. */
  readonly history: readonly Placed<unknown>[];
  readonly keyValues: readonly KeyValues[];
  readonly notes: readonly Placed<string>[];
  readonly problems: readonly Problem[];
}

const none: Parts = {
  probes: [],
  notifications: [],
  channels: [],
  egress: [],
  history: [],
  keyValues: [],
  notes: [],
  problems: [],
};

/** Takes one document apart: a config file, or a Kubernetes resource or a list of them. */
export function partsOf(value: unknown, path = ''): Parts {
  if (value === null) return none;
  switch (manifestKindOf(value)) {
    case undefined:
      return configParts(value, path);
    case 'Probe':
      return probeParts(value, path);
    case 'Secret':
      return secretParts(value, path);
    case 'ConfigMap':
      return configMapParts(value, path);
    case 'List':
      return listParts(value, path);
    case 'other':
      return { ...none, notes: [{ path, value: ignored(value) }] };
  }
}

function configParts(value: unknown, path: string): Parts {
  const { problems } = checked(ConfigFile, withoutInside(value, 'probes'), path);
  return {
    ...none,
    probes: members(value, 'probes', path).map(part => ({ ...part, ...idOf(part, 'id') })),
    notifications: members(value, 'notifications', path),
    channels: members(value, 'notifications', path).flatMap(part => idOf(part, 'id').id ?? []),
    egress: egressRules(memberOf(value, 'egress'), at(path, 'egress')),
    history: member(value, 'history', path),
    problems: Array.isArray(value)
      ? problems.map(problem => ({ ...problem, hint: 'put the probes under "probes:"' }))
      : problems,
  };
}

function egressRules(egress: unknown, path: string): EgressRule[] {
  return (['allow', 'deny'] as const).flatMap(list =>
    members(egress, list, path).flatMap(({ path, value }) =>
      typeof value === 'string' ? [{ list, path, value }] : [],
    ),
  );
}

function probeParts(value: unknown, path: string): Parts {
  const { problems } = checked(ProbeManifest, withoutInside(value, 'spec'), path);
  const metadata = memberOf(value, 'metadata');
  const [name, namespace] = [memberOf(metadata, 'name'), memberOf(metadata, 'namespace')];
  const resource = {
    name: typeof name === 'string' ? name : '',
    namespace: typeof namespace === 'string' ? namespace : undefined,
  };
  const spec = memberOf(value, 'spec');
  if (spec === undefined) return { ...none, problems };
  const id = idOf({ path: at(path, 'metadata'), value: metadata }, 'name');
  return { ...none, probes: [{ path: at(path, 'spec'), value: spec, resource, ...id }], problems };
}

function idOf({ path, value }: Placed<unknown>, field: string): { id?: Placed<string> } {
  const id = memberOf(value, field);
  return typeof id === 'string' ? { id: { path: at(path, field), value: id } } : {};
}

function secretParts(value: unknown, path: string): Parts {
  const { result, problems } = checked(SecretManifest, value, path);
  if (!result) return { ...none, problems };
  const secret = keyValuesOfSecret(result, path);
  return { ...none, keyValues: [secret.keyValues], problems: secret.problems };
}

function configMapParts(value: unknown, path: string): Parts {
  const { result, problems } = checked(ConfigMapManifest, value, path);
  return { ...none, keyValues: result ? [keyValuesOfConfigMap(result)] : [], problems };
}

function listParts(value: unknown, path: string): Parts {
  const all = members(value, 'items', path).map(item => partsOf(item.value, item.path));
  return {
    probes: all.flatMap(({ probes }) => probes),
    notifications: all.flatMap(({ notifications }) => notifications),
    channels: all.flatMap(({ channels }) => channels),
    egress: all.flatMap(({ egress }) => egress),
    history: all.flatMap(({ history }) => history),
    keyValues: all.flatMap(({ keyValues }) => keyValues),
    notes: all.flatMap(({ notes }) => notes),
    problems: all.flatMap(({ problems }) => problems),
  };
}

function checked<T extends TSchema>(
  schema: T,
  value: unknown,
  path: string,
): { result?: Static<T>; problems: readonly Problem[] } {
  const result = validate(schema, value, path);
  return result.ok ? { result: result.value, problems: [] } : { problems: result.problems };
}

/** The value without what is inside one of its fields: that is checked by itself. */
function withoutInside(value: unknown, name: string): unknown {
  const inside = memberOf(value, name);
  if (!isRecord(value)) return value;
  if (Array.isArray(inside)) return { ...value, [name]: inside.map(() => null) };
  return isRecord(inside) ? { ...value, [name]: {} } : value;
}

function members(value: unknown, name: string, path: string): Placed<unknown>[] {
  const list = memberOf(value, name);
  if (!Array.isArray(list)) return [];
  return list.map((member: unknown, index) => ({ path: at(path, name, index), value: member }));
}

function member(value: unknown, name: string, path: string): Placed<unknown>[] {
  const found = memberOf(value, name);
  return found === undefined ? [] : [{ path: at(path, name), value: found }];
}

function ignored(value: unknown): string {
  const metadata = memberOf(value, 'metadata');
  const [kind, name] = [memberOf(value, 'kind'), memberOf(metadata, 'name')];
  const described = typeof name === 'string' ? `${kind} "${name}"` : `${kind}`;
  return `${described} (${memberOf(value, 'apiVersion')}) is not for Picket and was ignored`;
}
