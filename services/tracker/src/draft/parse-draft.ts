import { coerceInstant } from '../command/coerce-instant.ts';
import { faultOf } from '../record/check-value.ts';
import type { FieldShape, FieldTable, FieldValue } from '../record/field.ts';
import { isObject } from '../record/is-object.ts';
import type { RecordType } from '../record/record-type.ts';
import { draftFields } from './draft-schema.ts';

export type ParsedDraft =
  | { readonly kind: 'draft'; readonly values: Readonly<Record<string, FieldValue>> }
  | { readonly kind: 'unusable'; readonly problems: readonly string[] };

/** A model's answer as fields of a record, or everything that is wrong with it. */
export function parseDraft(type: RecordType, answer: string): ParsedDraft {
  const document = parseJson(answer);
  if (document === undefined) return { kind: 'unusable', problems: ['it is no JSON object'] };
  const table = draftFields(type);
  const values = new Map<string, FieldValue>();
  const problems: string[] = [];
  for (const [name, given] of Object.entries(document)) {
    const shape = Object.hasOwn(table, name) ? table[name]?.shape : undefined;
    if (shape === undefined) {
      problems.push(`it has ${JSON.stringify(name.slice(0, 50))}, which is not asked for`);
      continue;
    }
    const value = coerced(shape, given);
    const fault = faultOf(shape, value);
    if (fault !== undefined) problems.push(`${name} ${fault}`);
    else if (isFieldValue(value)) values.set(name, value);
  }
  problems.push(...missing(table, document));
  return problems.length > 0
    ? { kind: 'unusable', problems: problems.slice(0, 50) }
    : { kind: 'draft', values: Object.fromEntries(values) };
}

/** The object in the answer, be it fenced as Markdown or with words round it. */
function parseJson(answer: string): Readonly<Record<string, unknown>> | undefined {
  const braced = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1);
  for (const text of [answer, fencedIn(answer), braced]) {
    try {
      const value: unknown = JSON.parse(text);
      if (isObject(value)) return value;
    } catch {
      // It may be in what is left to try.
    }
  }
  return undefined;
}

/** What the first fence holds. Line by line: an answer may be long, and a search for all of it at once slow. */
function fencedIn(answer: string): string {
  const lines = answer.split('\n');
  const begin = lines.findIndex(line => /```(?:json)?$/i.test(line.trimEnd())) + 1;
  const end = lines.findIndex((line, index) => index >= begin && line.trim().startsWith('```'));
  return lines.slice(begin, end === -1 ? undefined : end).join('\n');
}

/** Models write days and blank texts where people would; what is meant is clear. */
function coerced(shape: FieldShape, given: unknown): unknown {
  if (typeof given !== 'string') return given;
  if (shape.kind === 'instant') return given === '' ? null : (coerceInstant(given) ?? given);
  if (shape.kind === 'line') return given.trim() === '' && !shape.required ? null : given.trim();
  return given;
}

function missing(table: FieldTable, document: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(table)
    .filter(([name, { initial }]) => initial === undefined && !Object.hasOwn(document, name))
    .map(([name]) => `${name} must be given`);
}

/** Its fault has been looked for; this tells the compiler. */
function isFieldValue(value: unknown): value is FieldValue {
  return value !== undefined;
}
