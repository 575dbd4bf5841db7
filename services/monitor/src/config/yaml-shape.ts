import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type ParsedNode,
  type YAMLMap,
} from 'yaml';
import { at } from '../probe/problem.ts';
import { maxDepth, tooDeep } from './yaml-bounds.ts';

export interface Shape {
  readonly faults: readonly { path: string; message: string; offset: number }[];
  /** Whether the document can be turned into a value in bounded time. */
  readonly isReadable: boolean;
  /** What each alias stands for. */
  readonly targets: ReadonlyMap<Alias, Node>;
}

/** How many values aliases may add to a file, when each stands for all the values of its anchor. */
const maxAdded = 1_000_000;
/** The library looks at every earlier alias to resolve one. */
const maxAliases = 10_000;

const maxFaults = 1000;

/** Looks at a parsed document before it is turned into a value: fields given twice, aliases, depth. */
export function checkShape(document: Document.Parsed<ParsedNode>): Shape {
  const walk: Walk = { faults: [], fatal: false, added: 0, anchors: new Map(), targets: new Map() };
  if (document.contents) extentOf(document.contents, [], walk);
  return { faults: walk.faults, isReadable: !walk.fatal, targets: walk.targets };
}

export function isMergeKey(key: unknown): boolean {
  if (!isScalar(key) || (key.type && key.type !== 'PLAIN')) return false;
  return key.value === '<<' || (typeof key.value === 'symbol' && key.value.description === '<<');
}

type Path = readonly (string | number)[];

/** How much a value holds once its aliases are followed. */
interface Extent {
  readonly values: number;
  readonly depth: number;
}

interface Walk {
  readonly faults: { path: string; message: string; offset: number }[];
  fatal: boolean;
  added: number;
  /** By name; without an extent while inside the anchored value itself. */
  readonly anchors: Map<string, { node: Node; extent?: Extent }>;
  readonly targets: Map<Alias, Node>;
}

const single: Extent = { values: 1, depth: 0 };

function extentOf(node: Node | null, path: Path, walk: Walk): Extent {
  if (node === null || walk.fatal) return single;
  if (path.length > maxDepth) return stop(node, path, tooDeep, walk);
  if (isAlias(node)) return aliasExtent(node, path, walk);
  const { anchor } = node;
  if (!anchor) return collectionExtent(node, path, walk);
  walk.anchors.set(anchor, { node });
  const extent = collectionExtent(node, path, walk);
  walk.anchors.set(anchor, { node, extent });
  return extent;
}

function aliasExtent(alias: Alias, path: Path, walk: Walk): Extent {
  const anchor = walk.anchors.get(alias.source);
  if (!anchor)
    return stop(alias, path, `there is no anchor &${alias.source} before this alias`, walk);
  if (!anchor.extent)
    return stop(alias, path, `*${alias.source} is inside the value it stands for`, walk);
  walk.targets.set(alias, anchor.node);
  walk.added += anchor.extent.values;
  if (walk.added > maxAdded) {
    return stop(alias, path, `aliases stand for more than ${maxAdded} values`, walk);
  }
  if (walk.targets.size > maxAliases) {
    return stop(alias, path, `there are more than ${maxAliases} aliases`, walk);
  }
  if (path.length + anchor.extent.depth > maxDepth) return stop(alias, path, tooDeep, walk);
  return anchor.extent;
}

function collectionExtent(node: Node, path: Path, walk: Walk): Extent {
  if (isSeq<Node>(node)) {
    return joined(node.items.map((item, index) => extentOf(item, [...path, index], walk)));
  }
  if (!isMap<Node, Node | null>(node)) return single;
  reportDuplicates(node, path, walk);
  return joined(
    node.items.map(({ key, value }) => {
      if (isMergeKey(key)) return mergeExtent(value, path, walk);
      return extentOf(value, [...path, nameOf(key)], walk);
    }),
  );
}

function mergeExtent(value: Node | null, path: Path, walk: Walk): Extent {
  const extent = extentOf(value, [...path, '<<'], walk);
  if (walk.fatal) return extent;
  const source = targetOf(value, walk);
  const sources = isSeq<Node>(source) ? source.items.map(item => targetOf(item, walk)) : [source];
  if (sources.every(isMap)) return extent;
  return stop(value, [...path, '<<'], 'only mappings can be merged with <<', walk);
}

function targetOf(node: Node | null, walk: Walk): Node | null | undefined {
  return isAlias(node) ? walk.targets.get(node) : node;
}

function reportDuplicates(map: YAMLMap<Node, Node | null>, path: Path, walk: Walk): void {
  const seen = new Set<string>();
  for (const { key } of map.items) {
    if (isMergeKey(key)) continue;
    const name = nameOf(key);
    if (seen.has(name)) report(key, [...path, name], 'is given twice', walk);
    seen.add(name);
  }
}

function nameOf(key: Node): string {
  return isScalar(key) ? String(key.value) : '';
}

function joined(extents: readonly Extent[]): Extent {
  return {
    values: extents.reduce((sum, { values }) => sum + values, 1),
    depth: 1 + extents.reduce((most, { depth }) => Math.max(most, depth), 0),
  };
}

function stop(node: Node | null, path: Path, message: string, walk: Walk): Extent {
  report(node, path, message, walk);
  walk.fatal = true;
  return single;
}

function report(node: Node | null, path: Path, message: string, walk: Walk): void {
  if (walk.faults.length === maxFaults) return;
  walk.faults.push({ path: at('', ...path), message, offset: node?.range?.[0] ?? 0 });
}
