import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Page, Undecodable } from './api.ts';
import { identify } from './identify.ts';
import { type KubeError, undecodable } from './kube-error.ts';
import type { KubeObject, Resource } from './resource.ts';

/** An object of the resource; throws `Undecodable`. */
export function decode<T extends KubeObject>({ plural, decode }: Resource<T>, value: unknown): T {
  try {
    return decode(value);
  } catch (error) {
    throw notOfKind(plural, value, error);
  }
}

export type Decoded<T> =
  | { readonly ok: true; readonly object: T }
  | { readonly ok: false; readonly undecodable: Undecodable };

/** As `decode`, for one object of many, which is not to hold up the others. */
export function tryDecode<T extends KubeObject>(
  { plural, decode }: Resource<T>,
  value: unknown,
): Decoded<T> {
  try {
    return { ok: true, object: decode(value) };
  } catch (cause) {
    const object = identify(value);
    const error = notOfKind(plural, value, cause);
    return { ok: false, undecodable: { error, ...(object === undefined ? {} : { object }) } };
  }
}

/** One page of a list; throws `Undecodable` where it is none. */
export function decodePage<T extends KubeObject>(resource: Resource<T>, value: unknown): Page<T> {
  if (!list.Check(value)) throw undecodable(`${resource.plural}: the answer is no list`);
  const { metadata } = value;
  const items: T[] = [];
  const failed: Undecodable[] = [];
  for (const item of value.items ?? []) {
    const decoded = tryDecode(resource, item);
    if (decoded.ok) items.push(decoded.object);
    else failed.push(decoded.undecodable);
  }
  return {
    items,
    resourceVersion: metadata.resourceVersion,
    ...(failed.length === 0 ? {} : { undecodable: failed }),
    ...(metadata.continue ? { continue: metadata.continue } : {}),
  };
}

const list = Compile(
  Type.Object({
    metadata: Type.Object({
      resourceVersion: Type.String({ minLength: 1 }),
      continue: Type.Optional(Type.String()),
    }),
    items: Type.Union([Type.Array(Type.Unknown()), Type.Null()]),
  }),
);

function notOfKind(plural: string, value: unknown, cause: unknown): KubeError {
  const metadata = identify(value)?.metadata;
  const name = metadata === undefined ? '' : ` ${metadata.namespace ?? ''}/${metadata.name}`;
  const why = cause instanceof Error ? cause.message : String(cause);
  return undecodable(`${plural}${name}: ${why}`, cause);
}
