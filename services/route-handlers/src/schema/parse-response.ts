import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { TSchema } from 'typebox';
import { Check, Errors } from 'typebox/schema';
import { compileDecoding } from './decode.ts';
import { compileDefaults } from './fill-defaults.ts';
import { isPlainObject } from './plain-object.ts';
import { mostProblems, type Problem, wordProblems } from './problem.ts';
import { isStandardSchema, type Schema } from './schema.ts';
import { problemOf } from './standard-problems.ts';
import { tellProblems } from './tell-problems.ts';
import { tooDeepProblem } from './too-deep.ts';
import type { CheckOf, Transform } from './transform.ts';
import { typeBoxProblems, undecodableProblem } from './typebox-problems.ts';

/**
 * Validates the body of a success against the schema of the response, and resolves with what the schema makes of
 * it: defaults filled in, codecs decoded. Rejects with an error that says what does not fit. Makes no code at run
 * time, so that it works under any Content Security Policy.
 */
export async function parseResponse(schema: Schema, body: unknown): Promise<unknown> {
  const parsed = await parse(schema, body).catch(
    (error: unknown): Parsed => ({ problems: [tooDeepProblem(error, body)] }),
  );
  if ('problems' in parsed) {
    throw new Error(tellProblems(wordProblems('response', parsed.problems)));
  }
  return parsed.value;
}

type Parsed = { readonly value: unknown } | { readonly problems: readonly Problem[] };

const parse = async (schema: Schema, body: unknown): Promise<Parsed> =>
  isStandardSchema(schema) ? parseStandard(schema, body) : parseTypeBox(schema, body);

async function parseStandard(schema: StandardSchemaV1, body: unknown): Promise<Parsed> {
  const result = await schema['~standard'].validate(body);
  if (!result.issues) return { value: result.value };
  return { problems: result.issues.slice(0, mostProblems).map(issue => problemOf(issue, body)) };
}

function parseTypeBox(schema: TSchema, body: unknown): Parsed {
  const { fill, decode } = transformsOf(schema);
  const filled = fill === undefined ? body : fill(body);
  if (!Check(schema, filled)) {
    return { problems: typeBoxProblems(() => Errors(schema, filled)[1]) };
  }
  if (decode === undefined) return { value: filled };
  try {
    return { value: decode(filled) };
  } catch (error) {
    return { problems: [undecodableProblem(error)] };
  }
}

interface Transforms {
  readonly fill: Transform | undefined;
  readonly decode: Transform | undefined;
}

const transforms = new WeakMap<TSchema, Transforms>();

/** Compiled when a schema is first used: an endpoint keeps its schema. */
function transformsOf(schema: TSchema): Transforms {
  const known = transforms.get(schema);
  if (known !== undefined) return known;
  const root = isPlainObject(schema) ? schema : {};
  const made = {
    fill: compileDefaults(root, interpretedCheck),
    decode: compileDecoding(root, interpretedCheck),
  };
  transforms.set(schema, made);
  return made;
}

const interpretedCheck: CheckOf = (context, schema) => value => Check(context, schema, value);
