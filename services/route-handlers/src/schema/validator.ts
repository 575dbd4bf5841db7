import type { RequestPart } from '../request-validator.ts';
import { isStandardSchema, type Schema } from './schema.ts';
import { compileStandardValidator } from './standard-validator.ts';
import { compileTypeBoxValidator } from './typebox-validator.ts';

/** What checking a value gives; problems are worded for the client, up to a hundred. */
export type Checked =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly string[] };

/** A schema made ready once, at start. */
export interface Validator {
  /**
   * `text`: values came as text (a path, a query, headers, a form), so that strings may become numbers and the
   * like where the schema asks for them. `json`: values stay of the type they came in. Synchronous for TypeBox
   * types. Throws or rejects only where the schema's own code does. The value given is not changed.
   */
  check(value: unknown, from: 'text' | 'json'): Checked | Promise<Checked>;
}

/** Throws where the schema can't be compiled. Server only: TypeBox types are compiled to JavaScript. */
export function compileValidator(schema: Schema, part: RequestPart): Validator {
  return isStandardSchema(schema)
    ? compileStandardValidator(schema, part)
    : compileTypeBoxValidator(schema, part);
}
