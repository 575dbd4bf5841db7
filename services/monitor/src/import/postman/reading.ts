import type { Problem } from '../../probe/problem.ts';
import { isRecord } from '../../probe/record.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Collects all that is wrong with a file. */
export type Complain = (path: string, message: string, hint?: string) => void;

/** Told of problems, which it adds to the list. */
export function complainTo(problems: Problem[]): Complain {
  return (path, message, hint) =>
    problems.push({ path, message, ...(hint !== undefined && { hint }) });
}

/** A list that may be left out; anything else is complained of. */
export function listAt(value: unknown, path: string, complain: Complain): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  complain(path, `must be a list, not ${kindOf(value)}`);
  return [];
}

/** An object that may be left out; anything else is complained of. */
export function objectAt(value: unknown, path: string, complain: Complain): JsonObject | undefined {
  if (value === undefined || value === null || isRecord(value)) return value ?? undefined;
  complain(path, `must be an object, not ${kindOf(value)}`);
  return undefined;
}

export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A value as Postman puts it into a text: null and what is left out as nothing. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A description is a text, or an object with the text as its content. */
export function descriptionOf(value: unknown): string | undefined {
  const text = isRecord(value) ? value.content : value;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** Whether a header, a parameter or a variable is switched off. */
export function isDisabled(value: unknown): boolean {
  return isRecord(value) && Boolean(value.disabled);
}
