import { analyze } from '@typescript-eslint/scope-manager';
import type { Program } from 'oxc-parser';

type Tree = Parameters<typeof analyze>[0];
type TopLevel = Program['body'][number];

/** A name that a piece of a module takes from outside itself. */
export interface FreeName {
  readonly name: string;
  readonly start: number;
}

/** The names that statements of a module use and don't declare themselves, values and types, each once. */
export function freeNames(program: Program, body: readonly TopLevel[]): readonly FreeName[] {
  const tree: unknown = { ...program, body };
  if (!isTree(tree)) throw new TypeError('The parser made no program');
  const { globalScope } = analyze(tree, { sourceType: 'script', lib: [] });
  const names = new Map<string, number>();
  for (const { identifier } of globalScope?.through ?? []) {
    const { name } = identifier;
    if (typeof name === 'string' && !names.has(name)) names.set(name, identifier.range[0]);
  }
  return [...names].map(([name, start]) => ({ name, start }));
}

// oxc's tree is TS-ESTree's, with types of its own
const isTree = (tree: unknown): tree is Tree =>
  typeof tree === 'object' && tree !== null && 'type' in tree && tree.type === 'Program';
