import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { StaticDecode, StaticEncode, TSchema } from 'typebox';

/** A TypeBox type (or plain JSON Schema), or a schema of any library that implements Standard Schema. */
export type Schema = StandardSchemaV1 | (TSchema & object);

/** What a schema accepts. */
export type InputOf<S> = S extends StandardSchemaV1
  ? StandardSchemaV1.InferInput<S>
  : S extends TSchema
    ? StaticEncode<S>
    : never;

/** What validating against a schema gives. */
export type OutputOf<S> = S extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<S>
  : S extends TSchema
    ? StaticDecode<S>
    : never;

export const isStandardSchema = (schema: Schema): schema is StandardSchemaV1 =>
  '~standard' in schema;
