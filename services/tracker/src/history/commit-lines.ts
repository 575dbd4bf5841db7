import type { UnreadableObject } from './commit-graph.ts';
import { type LineChanges, lineChanges } from './line-changes.ts';
import type { ObjectReader } from './object-reader.ts';
import { TreeReader } from './tree-reader.ts';

/** What a commit did to one file. */
export interface FileLines {
  readonly path: string;
  /** Lines that none of its parents has. */
  readonly brought: readonly string[];
  /** Lines that one of its parents has, and it has not. */
  readonly removed: readonly string[];
  /** Something before it cannot be read, so that what it brought may be older, and what it removed is unknown. */
  readonly uncertain: boolean;
}

/** The parents' trees; undefined where the parent cannot be read. */
export interface CommitToRead {
  readonly tree: string;
  readonly parentTrees: readonly (string | undefined)[];
}

/** Bytes of file versions kept, as the version before a change is the one after the last. */
const mostKept = 64 * 1024 * 1024;

/** Reads line by line what commits changed. */
export class CommitLines {
  readonly #reader: ObjectReader;
  readonly #trees: TreeReader;
  readonly #unreadable = new Map<string, UnreadableObject>();
  readonly #kept = new Map<string, Buffer>();
  #size = 0;

  constructor(reader: ObjectReader) {
    this.#reader = reader;
    this.#trees = new TreeReader(reader);
  }

  /** The trees and files that could not be read so far. */
  get unreadable(): readonly UnreadableObject[] {
    return [...this.#trees.unreadable, ...this.#unreadable.values()];
  }

  /** Of the files for which `wanted` holds: what the commit did to those that it changed. */
  async of(
    commit: CommitToRead,
    wanted: (path: string) => boolean = () => true,
  ): Promise<readonly FileLines[]> {
    const { tree, parentTrees } = commit;
    if (parentTrees.length === 0) return merged([await this.#against(undefined, tree, wanted)]);
    const sides: Map<string, Change>[] = [];
    for (const parent of parentTrees) {
      const side = await this.#against(parent, tree, wanted);
      if (parent === undefined) for (const change of side.values()) change.uncertain = true;
      sides.push(side);
    }
    return merged(sides);
  }

  async #against(
    parent: string | undefined,
    tree: string,
    wanted: (path: string) => boolean,
  ): Promise<Map<string, Change>> {
    const changes = new Map<string, Change>();
    for (const { path, before, after } of await this.#trees.changes(parent, tree)) {
      if (!wanted(path)) continue;
      const old = before === undefined ? Buffer.alloc(0) : await this.#blob(before, path);
      const now = after === undefined ? Buffer.alloc(0) : await this.#blob(after, path);
      const lines =
        now === undefined ? { added: [], removed: [] } : lineChanges(old ?? Buffer.alloc(0), now);
      changes.set(path, { ...lines, uncertain: old === undefined || now === undefined });
    }
    return changes;
  }

  /** Undefined where it cannot be read. */
  async #blob(oid: string, path: string): Promise<Buffer | undefined> {
    const kept = this.#kept.get(oid);
    if (kept !== undefined) return kept;
    const object = await this.#reader.read(oid);
    if (object.state === 'read' && object.kind === 'blob') return this.#keep(oid, object.content);
    const state = object.state === 'missing' ? 'missing' : 'damaged';
    this.#unreadable.set(oid, { oid, state, kind: 'blob', where: path });
    return undefined;
  }

  #keep(oid: string, content: Buffer): Buffer {
    this.#kept.set(oid, content);
    this.#size += content.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#size <= mostKept) break;
      this.#kept.delete(oldest);
      this.#size -= length;
    }
    return content;
  }
}

interface Change extends LineChanges {
  uncertain: boolean;
}

function merged(sides: readonly ReadonlyMap<string, Change>[]): FileLines[] {
  const paths = new Set(sides.flatMap(side => [...side.keys()]));
  return [...paths].map(path => {
    const changes = sides.map(side => side.get(path));
    const present = changes.filter(change => change !== undefined);
    return {
      path,
      brought: present.length === sides.length ? inAll(present.map(({ added }) => added)) : [],
      removed: [...new Set(present.flatMap(({ removed }) => removed))],
      uncertain: present.some(({ uncertain }) => uncertain),
    };
  });
}

function inAll(lists: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = lists;
  const sets = others.map(list => new Set(list));
  return first.filter(line => sets.every(set => set.has(line)));
}
