import { at, type Checked, type Problem } from '../probe/problem.ts';
import {
  compileTemplate,
  readsOf,
  type Template,
  type TemplateOptions,
} from './compile-template.ts';
import { ownValue } from './own-value.ts';
import type { Scope } from './scope.ts';

const maxDepth = 64;

export interface TreeOptions<T> extends TemplateOptions {
  /**
   * A member whose own members may hold any JSON, as `body` does: there, at any depth, a text that is one
   * expression keeps the type of its value. Everywhere else a text stays a text.
   */
  readonly typed?: keyof T & string;
}

/** A value with a template in place of every text inside it. */
export interface Tree<T> {
  readonly isStatic: boolean;
  /** Indexes of the requests whose responses it reads. */
  readonly reads: ReadonlySet<number>;
  /**
   * The value with its texts rendered; the same frozen object each time where it is static.
   * Throws `PKT_TEMPLATE_MISSING` as templates do.
   */
  render(scope: Scope): T;
}

/** Compiles every text in a JSON value, keys excepted, and leaves the value itself as it was. */
export function compileTree<T extends object>(value: T, options: TreeOptions<T>): Checked<Tree<T>> {
  if (isDeeper(value, maxDepth)) {
    const message = `is nested deeper than ${maxDepth} levels`;
    return { ok: false, problems: [{ path: options.path, message }] };
  }
  const model = structuredClone(value);
  const leaves: Leaf[] = [];
  const problems: Problem[] = [];
  for (const { path, text } of textsIn(model, [])) {
    const compiled = compileTemplate(text, { ...options, path: at(options.path, ...path) });
    if (compiled.ok) leaves.push({ path, template: compiled.value });
    else problems.push(...compiled.problems);
  }
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: treeOf(model, leaves, options.typed) };
}

type Path = readonly (string | number)[];

interface Leaf {
  readonly path: Path;
  readonly template: Template;
}

/** Puts one rendered text into its place in a copy of the model. */
type Fill = (copy: object, scope: Scope) => void;

function treeOf<T extends object>(model: T, leaves: readonly Leaf[], typed?: string): Tree<T> {
  const fills: Fill[] = [];
  for (const { path, template } of leaves) {
    if (template.isStatic) put(model, path, template.text);
    else fills.push(fillOf(path, template, path.length > 1 && path[0] === typed));
  }
  const reads = readsOf(leaves.flatMap(({ template }) => [...template.reads]));
  if (fills.length === 0) {
    freeze(model);
    return { isStatic: true, reads, render: () => model };
  }
  const render = (scope: Scope) => {
    const copy = structuredClone(model);
    for (const fill of fills) fill(copy, scope);
    return copy;
  };
  return { isStatic: false, reads, render };
}

function fillOf(path: Path, template: Template, isTyped: boolean): Fill {
  if (isTyped) return (copy, scope) => put(copy, path, template.value(scope));
  return (copy, scope) => put(copy, path, template.render(scope));
}

/** Defines rather than assigns: `__proto__` may be a key of a body like any other. */
function put(root: object, path: Path, value: unknown): void {
  const holder = ownValue(root, path.slice(0, -1));
  const key = path.at(-1);
  if (typeof holder !== 'object' || holder === null || key === undefined) return;
  Reflect.defineProperty(holder, key, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}

function* textsIn(value: unknown, path: Path): Iterable<{ path: Path; text: string }> {
  if (typeof value === 'string') yield { path, text: value };
  if (typeof value !== 'object' || value === null) return;
  const members = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, member] of members) yield* textsIn(member, [...path, key]);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some(member => isDeeper(member, levels - 1));
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const member of Object.values(value)) freeze(member);
  Object.freeze(value);
}
