import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { KubeObject } from './resource.ts';

const identity = Compile(
  Type.Object({
    metadata: Type.Object({
      name: Type.String({ minLength: 1 }),
      namespace: Type.Optional(Type.String()),
      uid: Type.Optional(Type.String()),
      resourceVersion: Type.Optional(Type.String()),
    }),
  }),
);

/** Which object it is, of one that can't be decoded; undefined where not even that can be said. */
export function identify(value: unknown): KubeObject | undefined {
  if (!identity.Check(value)) return undefined;
  const { name, namespace, uid, resourceVersion } = value.metadata;
  return {
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    },
  };
}
