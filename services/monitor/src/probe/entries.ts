import type { Protocol, RequestKind } from '../protocol/protocol.ts';
import { protocols } from '../protocol/protocols.ts';
import { type CompiledTarget, compileTarget } from './compile-target.ts';
import { at, type Checked } from './problem.ts';
import type { Request } from './schema/request.ts';
import type { Ping } from './schema/target.ts';
import type { Probe } from './schema.ts';

/** What says how a target is judged, the same for requests and entries of every kind. */
type Controls = Pick<
  Ping,
  'name' | 'timeout' | 'incidentThreshold' | 'recoveryThreshold' | 'alerts'
> &
  Pick<Request, 'interval' | 'saveBody'>;

/** What the templates of a target may refer to. */
interface Readable {
  readonly env: ReadonlySet<string>;
  /** How many requests come before it. */
  readonly responses: number;
}

/** One request or entry of a probe, in the order they are run. */
export interface ProbeEntry {
  readonly kind: RequestKind;
  readonly path: string;
  readonly controls: Controls;
  /** The target before rendering, without credentials. */
  readonly instance: string;
  /** What names it where it has no name: method and url template, or kind and address. */
  readonly label: string;
  compile(readable: Readable): Checked<CompiledTarget>;
}

/** HTTP requests come first, so that any other entry may refer to their responses. */
export function entriesOf(probe: Probe): ProbeEntry[] {
  return [
    ...(probe.requests ?? []).map((request, index) => httpEntry(request, at('requests', index))),
    ...listed('ping', protocols.ping, probe.ping?.map(split)),
    ...(probe.socket ? [entryOf('socket', protocols.socket, split(probe.socket), 'socket')] : []),
    ...listed('mariadb', protocols.mariadb, probe.mariadb?.map(split)),
    ...listed('mysql', protocols.mysql, probe.mysql?.map(split)),
    ...listed('mongo', protocols.mongo, probe.mongo?.map(split)),
    ...listed('postgres', protocols.postgres, probe.postgres?.map(split)),
    ...listed('redis', protocols.redis, probe.redis?.map(split)),
  ];
}

/** An entry cut in two: what to ask, and how to judge the answer. */
interface Split<E> {
  readonly controls: Controls;
  readonly target: E;
  /** The member of the target whose values keep their JSON types. */
  readonly typed?: keyof E & string;
}

function split<E extends Controls>(entry: E): Split<Omit<E, keyof Controls>> {
  const {
    name,
    timeout,
    incidentThreshold,
    recoveryThreshold,
    alerts,
    interval,
    saveBody,
    ...target
  } = entry;
  return { controls: entry, target };
}

function listed<E extends object, T>(
  kind: RequestKind,
  protocol: Protocol<E, T>,
  entries: readonly Split<E>[] = [],
): ProbeEntry[] {
  return entries.map((entry, index) => entryOf(kind, protocol, entry, at(kind, index)));
}

function httpEntry(request: Request, path: string): ProbeEntry {
  const { controls, target } = split(request);
  const { ping: isPing, method = 'GET', ...rest } = target;
  const { url, ipFamily = 'any' } = rest;
  if (isPing) {
    return entryOf('ping', protocols.ping, { controls, target: { uri: url, ipFamily } }, path);
  }
  const http = { controls, target: { ...rest, method }, typed: 'body' } as const;
  const entry = entryOf('http', protocols.http, http, path);
  return { ...entry, label: `${method.toUpperCase()} ${entry.instance}` };
}

function entryOf<E extends object, T>(
  kind: RequestKind,
  protocol: Protocol<E, T>,
  { controls, target, ...options }: Split<E>,
  path: string,
): ProbeEntry {
  const instance = protocol.instance(target);
  return {
    kind,
    path,
    controls,
    instance,
    label: `${kind} ${instance}`,
    compile: readable =>
      compileTarget(protocol, target, { path, allow: 'request', ...options, ...readable }),
  };
}
