import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Resource } from '../resource.ts';
import { defineResource } from './define-resource.ts';
import { objectFields } from './object-fields.ts';

const secretSchema = Type.Object({
  ...objectFields,
  type: Type.Optional(Type.String()),
  /** Values in base64. */
  data: Type.Optional(Type.Record(Type.String(), Type.String())),
});

export type Secret = Static<typeof secretSchema>;

const validator = Compile(secretSchema);

export const secrets: Resource<Secret> = defineResource({
  group: '',
  version: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  validator,
});
