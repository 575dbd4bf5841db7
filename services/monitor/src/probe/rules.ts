import { envRuleProblems } from './env-rules.ts';
import { hasField } from './has-field.ts';
import { databases, kinds } from './kinds.ts';
import { at, type Problem } from './problem.ts';
import { isRecord, memberOf } from './record.ts';
import { MySql, Postgres } from './schema/target.ts';
import { Tls } from './schema/tls.ts';
import { Probe } from './schema.ts';

const databaseFields = Object.keys({ ...MySql.properties, ...Postgres.properties });

/**
 * What the schema can't say of a probe. Takes any value and looks only at the members that have the
 * expected form, so that a mistake of form, which `validate` reports, hides no other.
 */
export function ruleProblems(probe: unknown, path = ''): Problem[] {
  if (!isRecord(probe)) return [];
  return [
    ...emptinessProblems(probe, path),
    ...entriesOf(probe, 'requests', path).flatMap(requestProblems),
    ...databases.flatMap(kind => entriesOf(probe, kind, path)).flatMap(databaseProblems),
    ...envRuleProblems(memberOf(probe, 'env'), at(path, 'env')),
    ...nameProblems(memberOf(probe, 'labels'), at(path, 'labels'), labelName),
  ];
}

interface Entry {
  readonly path: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** What the names of a map must look like: the schema checks its values only. */
export interface NameRule {
  readonly pattern: RegExp;
  readonly message: string;
}

/** A token of RFC 9110. */
export const headerName: NameRule = {
  pattern: /^[!#$%&'*+.^`|~\w-]{1,256}$/,
  message: 'is not the name of an HTTP header',
};

const labelName: NameRule = {
  pattern: /^[a-zA-Z_]\w{0,63}$/,
  message: 'is not the name of a label: letters, digits and _, at most 64, no digit first',
};

/** The names in a map that break its rule. */
export function nameProblems(map: unknown, path: string, rule: NameRule): Problem[] {
  return Object.keys(isRecord(map) ? map : {})
    .filter(name => name !== '__proto__' && !rule.pattern.test(name))
    .map(name => ({ path: at(path, name), message: rule.message }));
}

function entriesOf(probe: Entry['value'], kind: string, path: string): Entry[] {
  const entries = memberOf(probe, kind);
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((value: unknown, index) =>
    isRecord(value) ? [{ path: at(path, kind, index), value }] : [],
  );
}

function emptinessProblems(probe: Entry['value'], path: string): Problem[] {
  if (hasField(probe, kinds, Object.keys(Probe.properties))) return [];
  return [{ path, message: 'checks nothing', hint: `give at least one of ${kinds.join(', ')}` }];
}

function requestProblems(request: Entry): Problem[] {
  const { path, value } = request;
  return [
    ...urlProblems(request),
    ...nameProblems(memberOf(value, 'headers'), at(path, 'headers'), headerName),
    ...tlsProblems(request),
  ];
}

function urlProblems({ path, value }: Entry): Problem[] {
  const url = memberOf(value, 'url');
  if (typeof url !== 'string' || url === '' || memberOf(value, 'ping') === true) return [];
  // What an expression at its start will hold is known only at run time.
  if (/^(https?:\/\/|\s*\{\{)/i.test(url)) return [];
  return [
    {
      path: at(path, 'url'),
      message: 'must begin with http:// or https://',
      hint: 'other targets have their own kinds: ping, socket and the databases',
    },
  ];
}

function databaseProblems(entry: Entry): Problem[] {
  const hasTarget = hasField(entry.value, ['uri', 'host'], databaseFields);
  return [
    ...(hasTarget
      ? []
      : [{ path: entry.path, message: 'has no address', hint: 'give a host or a uri' }]),
    ...tlsProblems(entry),
  ];
}

function tlsProblems({ path, value }: Entry): Problem[] {
  const tls = memberOf(value, 'tls');
  if (!isRecord(tls)) return [];
  const [hasCert, hasKey] = ['cert', 'key'].map(name =>
    hasField(tls, [name], Object.keys(Tls.properties)),
  );
  if (hasCert === hasKey) return [];
  const [given, missing] = hasCert ? ['cert', 'key'] : ['key', 'cert'];
  return [
    {
      path: at(path, 'tls', given),
      message: `needs ${missing}`,
      hint: 'a client certificate and its private key go together',
    },
  ];
}
