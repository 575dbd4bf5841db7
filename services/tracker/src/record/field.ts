import type { RecordType } from './record-type.ts';

/** What a field may hold; its flag, its check, its column and its schema follow from it. */
export type FieldShape =
  | { readonly kind: 'line'; readonly max: number; readonly required: boolean }
  | { readonly kind: 'text'; readonly max: number }
  | { readonly kind: 'choice'; readonly of: readonly string[]; readonly nullable: boolean }
  | { readonly kind: 'instant' }
  | { readonly kind: 'number'; readonly max: number }
  | { readonly kind: 'reference'; readonly to: RecordType; readonly nullable: boolean }
  | { readonly kind: 'set'; readonly of: SetMember; readonly most: number };

/** The members of a set: lines of text, or ids of records. */
export type SetMember =
  | { readonly kind: 'line'; readonly max: number }
  | { readonly kind: 'reference'; readonly to: RecordType };

/** `initial` is what a record has that was given nothing; undefined where it must be given. */
export interface Field<Value> {
  readonly shape: FieldShape;
  readonly initial: Value | undefined;
  readonly about: string;
}

/** Every value a field can hold, as it stands in an event. */
export type FieldValue = string | number | null | readonly string[];

export type FieldTable = Readonly<Record<string, Field<FieldValue>>>;

export type ValuesOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Field<infer Value> ? Value : never;
};

/** The type of record that a field refers to, undefined where it refers to none. */
export function targetOf(shape: FieldShape): RecordType | undefined {
  if (shape.kind === 'reference') return shape.to;
  return shape.kind === 'set' && shape.of.kind === 'reference' ? shape.of.to : undefined;
}

export function requiredLine(max: number, about: string): Field<string> {
  return { shape: { kind: 'line', max, required: true }, initial: undefined, about };
}

export function optionalLine(max: number, about: string): Field<string | null> {
  return { shape: { kind: 'line', max, required: false }, initial: null, about };
}

export function text(max: number, about: string): Field<string> {
  return { shape: { kind: 'text', max }, initial: '', about };
}

export function choice<const Of extends readonly string[]>(
  of: Of,
  initial: Of[number],
  about: string,
): Field<Of[number]> {
  return { shape: { kind: 'choice', of, nullable: false }, initial, about };
}

export function optionalChoice<const Of extends readonly string[]>(
  of: Of,
  about: string,
): Field<Of[number] | null> {
  return { shape: { kind: 'choice', of, nullable: true }, initial: null, about };
}

/** A moment, ISO 8601 in UTC to the millisecond. */
export function instant(about: string): Field<string | null> {
  return { shape: { kind: 'instant' }, initial: null, about };
}

/** Zero to `max`, fractions allowed. */
export function number(max: number, about: string): Field<number | null> {
  return { shape: { kind: 'number', max }, initial: null, about };
}

export function requiredReference(to: RecordType, about: string): Field<string> {
  return { shape: { kind: 'reference', to, nullable: false }, initial: undefined, about };
}

export function optionalReference(to: RecordType, about: string): Field<string | null> {
  return { shape: { kind: 'reference', to, nullable: true }, initial: null, about };
}

/** Kept in the order its members came in, each once. */
export function set(of: SetMember, most: number, about: string): Field<readonly string[]> {
  return { shape: { kind: 'set', of, most }, initial: [], about };
}
