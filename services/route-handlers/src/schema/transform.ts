import { bareObject } from './bare-object.ts';
import { type Entries, isPlainObject } from './plain-object.ts';
import { type Refs, resolveRefs } from './resolve-refs.ts';
import { arrayStep } from './transform-array.ts';
import { objectStep } from './transform-object.ts';
import { unionStep } from './transform-union.ts';

/** Makes a value of another, which stays as it is; a value that needs no change is given back itself. */
export type Transform = (value: unknown) => unknown;

export type Compile = (schema: unknown) => Transform | undefined;

/** What a transform does where a schema says so; `undefined` where it says nothing. */
export interface TransformRules {
  /** Done to a value before its properties and items are looked at; gets `undefined` for an absent property. */
  readonly before?: (schema: Entries) => Transform | undefined;
  /** Done to a value after its properties and items. */
  readonly after?: (schema: Entries) => Transform | undefined;
  /** The schemas that stand for this one, tried in order as a union's are. */
  readonly variants?: (schema: Entries) => readonly Entries[] | undefined;
  /** Which alternative of a union a value takes: the first it fits as it is `given`, or as this has `made` it. */
  readonly unions: 'given' | 'made';
  readonly checkOf: CheckOf;
}

/** Makes the check of a schema; refs in it are looked up in `context` as they are written. */
export type CheckOf = (
  context: Record<string, Entries>,
  schema: Entries,
) => (value: unknown) => boolean;

/**
 * Compiles what rules do to the values of a JSON schema; `undefined` where they do nothing. Looked through are
 * properties, items, unions, intersections and refs; what stands below `if`, `not`, `contains` and
 * `dependentSchemas` is left as it is.
 */
export function compileTransform(root: Entries, rules: TransformRules): Transform | undefined {
  const refs = resolveRefs(root);
  const compiler = new Compiler(rules, refs);
  const transform = compiler.compile(root);
  return compiler.effective ? transform : undefined;
}

/** A schema's transform, there already while it is compiled: a schema may lead back to itself. */
interface Slot {
  transform: Transform | undefined;
  ready: boolean;
}

class Compiler {
  /** Whether any schema has been met that the rules do something for. */
  effective = false;
  readonly #rules: TransformRules;
  readonly #refs: Refs;
  readonly #slots = new Map<Entries, Slot>();

  constructor(rules: TransformRules, refs: Refs) {
    this.#rules = rules;
    this.#refs = refs;
  }

  readonly compile: Compile = schema => {
    if (!isPlainObject(schema)) return undefined;
    const known = this.#slots.get(schema);
    if (known !== undefined) return known.ready ? known.transform : lazily(known);
    const slot: Slot = { transform: undefined, ready: false };
    this.#slots.set(schema, slot);
    slot.transform = this.#steps(schema);
    slot.ready = true;
    return slot.transform;
  };

  #steps(schema: Entries): Transform | undefined {
    const variants = this.#rules.variants?.(schema);
    if (variants !== undefined) return this.#union(variants);
    return inSequence([
      this.#effect(this.#rules.before?.(schema)),
      this.#effect(bareObject(schema)),
      objectStep(schema, this.compile),
      arrayStep(schema, this.compile),
      ...listOf(schema.allOf).map(this.compile),
      this.#union(listOf(schema.anyOf)),
      this.#union(listOf(schema.oneOf)),
      this.compile(this.#refs.targets.get(schema)),
      this.#effect(this.#rules.after?.(schema)),
    ]);
  }

  #effect(transform: Transform | undefined): Transform | undefined {
    if (transform !== undefined) this.effective = true;
    return transform;
  }

  #union(alternatives: readonly unknown[]): Transform | undefined {
    return unionStep(alternatives, {
      compile: this.compile,
      unions: this.#rules.unions,
      checkOf: schema => this.#rules.checkOf(this.#refs.context, schema),
      targetOf: schema => this.#refs.targets.get(schema) ?? schema,
    });
  }
}

const lazily =
  (slot: Slot): Transform =>
  value =>
    slot.transform === undefined ? value : slot.transform(value);

/** One step after the other; `undefined` where there is none. */
export function inSequence(candidates: readonly (Transform | undefined)[]): Transform | undefined {
  const steps = candidates.filter(step => step !== undefined);
  if (steps.length < 2) return steps[0];
  return given => {
    let value = given;
    for (const step of steps) value = step(value);
    return value;
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
