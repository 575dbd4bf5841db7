import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Resource } from '../resource.ts';
import { defineResource } from './define-resource.ts';
import { objectFields } from './object-fields.ts';

const configMapSchema = Type.Object({
  ...objectFields,
  data: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Values in base64. */
  binaryData: Type.Optional(Type.Record(Type.String(), Type.String())),
});

export type ConfigMap = Static<typeof configMapSchema>;

const validator = Compile(configMapSchema);

export const configMaps: Resource<ConfigMap> = defineResource({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  validator,
});
