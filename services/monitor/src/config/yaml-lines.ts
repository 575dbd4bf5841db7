import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
} from 'yaml';
import { pathMembers } from './path-members.ts';
import { isMergeKey } from './yaml-shape.ts';

/** Finds the offset in the text of the value at a path, else of the nearest value around it. */
export function lineLookup(
  document: Document,
  targets: ReadonlyMap<Alias, Node>,
): (path: string) => number {
  return path => {
    const root = document.contents;
    let place = { node: root, offset: offsetOf(root) ?? 0 };
    for (const member of pathMembers(path)) {
      const next = step(resolved(place.node, targets), member, targets);
      if (!next) break;
      place = { node: next.node, offset: next.offset ?? place.offset };
    }
    return place.offset;
  };
}

interface Step {
  readonly node: Node | null;
  readonly offset: number | undefined;
}

function step(
  node: Node | null,
  member: string | number,
  targets: ReadonlyMap<Alias, Node>,
): Step | undefined {
  if (isSeq<Node>(node) && typeof member === 'number') {
    const item = node.items[member];
    return item && { node: item, offset: offsetOf(item) };
  }
  if (!isMap<Node, Node | null>(node)) return undefined;
  // Of a field given twice the last counts.
  const pair = node.items.findLast(({ key }) => isScalar(key) && key.value === String(member));
  if (pair) return { node: pair.value, offset: offsetOf(pair.key) };
  const sources = node.items
    .filter(isMergePair)
    .flatMap(({ value }) => mergeSources(value, targets));
  for (const source of sources) {
    const found = step(source, member, targets);
    if (found) return found;
  }
  return undefined;
}

function isMergePair({ key }: Pair<Node, Node | null>): boolean {
  return isMergeKey(key);
}

function mergeSources(value: Node | null, targets: ReadonlyMap<Alias, Node>): (Node | null)[] {
  const source = resolved(value, targets);
  return isSeq<Node>(source) ? source.items.map(item => resolved(item, targets)) : [source];
}

function resolved(node: Node | null, targets: ReadonlyMap<Alias, Node>): Node | null {
  return isAlias(node) ? (targets.get(node) ?? null) : node;
}

function offsetOf(node: Node | null): number | undefined {
  return node?.range?.[0];
}
