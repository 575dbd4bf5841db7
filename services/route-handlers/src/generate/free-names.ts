import { analyze } from '@typescript-eslint/scope-manager';
import type { Program } from 'oxc-parser';

type Tree = Parameters<typeof analyze>[0];
type Statement = Program['body'][number];

/** A name that a piece of a module takes from outside itself. */
export interface FreeName {
  readonly name: string;
  /** Where it is first used. */
  readonly start: number;
  readonly asValue: boolean;
  readonly asType: boolean;
}

/** The names that a statement of a module uses and doesn't declare itself, each once. */
export function freeNames(program: Program, statement: Statement): readonly FreeName[] {
  const { globalScope } = analyze(treeOf({ ...program, body: [withRanges(statement)] }), {
    sourceType: 'script',
    lib: [],
  });
  const names = new Map<string, FreeName>();
  for (const { identifier, isValueReference, isTypeReference } of globalScope?.through ?? []) {
    const { name, range } = identifier;
    if (typeof name !== 'string') continue;
    const known = names.get(name);
    names.set(name, {
      name,
      start: known?.start ?? range[0],
      asValue: isValueReference || known?.asValue === true,
      asType: isTypeReference || known?.asType === true,
    });
  }
  return [...names.values()];
}

/** Where variables of a module's top are given another value than their first, by name. */
export function reassignments(program: Program): ReadonlyMap<string, number> {
  const { globalScope } = analyze(treeOf(withRanges(program)), { sourceType: 'module', lib: [] });
  const found = new Map<string, number>();
  for (const variable of globalScope?.childScopes[0]?.variables ?? []) {
    const write = variable.references.find(reference => reference.isWrite() && !reference.init);
    if (write !== undefined) found.set(variable.name, write.identifier.range[0]);
  }
  return found;
}

/** Gives a node and those below the `range` that scope analysis asks for; parsing all nodes with it takes longer. */
function withRanges<N extends object>(node: N): N {
  if ('range' in node) return node;
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) value.forEach(addRanges);
    else addRanges(value);
  }
  return 'start' in node && 'end' in node
    ? Object.assign(node, { range: [node.start, node.end] })
    : node;
}

function addRanges(value: unknown): void {
  if (typeof value === 'object' && value !== null) withRanges(value);
}

function treeOf(program: unknown): Tree {
  if (!isTree(program)) throw new TypeError('The parser made no program');
  return program;
}

// oxc's tree is TS-ESTree's, by types of its own
const isTree = (tree: unknown): tree is Tree =>
  typeof tree === 'object' && tree !== null && 'type' in tree && tree.type === 'Program';
