/** Code that means something else, or nothing, where the slice stands. */
export interface RefusedCode {
  readonly start: number;
  readonly what: string;
}

/**
 * Finds `await` outside of functions and `import.meta`; and in a module of another folder (`isElsewhere`) imports
 * inside an expression or a type, whose paths are written for that folder.
 */
export function refusedCode(
  node: unknown,
  isElsewhere: boolean,
  inFunction = false,
): RefusedCode | undefined {
  if (!isNode(node)) return undefined;
  const { type, start } = node;
  if (type === 'AwaitExpression' && !inFunction) return { start, what: '"await"' };
  if (type === 'MetaProperty' && isImportMeta(node)) return { start, what: '"import.meta"' };
  if (isElsewhere && (type === 'ImportExpression' || type === 'TSImportType')) {
    return { start, what: '"import(...)"' };
  }
  const below = inFunction || functionTypes.has(type);
  for (const child of Object.values(node).flat()) {
    const found = refusedCode(child, isElsewhere, below);
    if (found !== undefined) return found;
  }
  return undefined;
}

const functionTypes: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);

interface Node {
  readonly type: string;
  readonly start: number;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string' &&
  'start' in value &&
  typeof value.start === 'number';

const isImportMeta = (node: object): boolean =>
  'meta' in node &&
  typeof node.meta === 'object' &&
  node.meta !== null &&
  'name' in node.meta &&
  node.meta.name === 'import';
