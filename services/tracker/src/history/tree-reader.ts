import type { FileChange } from '../store/read-objects.ts';
import type { UnreadableObject } from './commit-graph.ts';
import type { ObjectReader } from './object-reader.ts';

interface TreeEntry {
  readonly isTree: boolean;
  readonly oid: string;
}

type Tree = ReadonlyMap<string, TreeEntry>;

const empty: Tree = new Map();

/** Trees that were read last, as a commit's are nearly its parent's. */
const mostKept = 2_000;

/** Reads trees and compares them, going on where one cannot be read and noting it once. */
export class TreeReader {
  readonly unreadable: UnreadableObject[] = [];
  readonly #reader: ObjectReader;
  readonly #kept = new Map<string, Tree>();
  readonly #noted = new Set<string>();

  constructor(reader: ObjectReader) {
    this.#reader = reader;
  }

  /** The files that differ; `before` undefined is a tree without any. */
  async changes(before: string | undefined, after: string): Promise<readonly FileChange[]> {
    const found: FileChange[] = [];
    if (before !== after) await this.#compare(before, after, '', found);
    return found;
  }

  async #compare(
    before: string | undefined,
    after: string | undefined,
    folder: string,
    found: FileChange[],
  ): Promise<void> {
    const old = before === undefined ? empty : await this.#tree(before, folder);
    const now = after === undefined ? empty : await this.#tree(after, folder);
    // What lies in a tree that cannot be read is unknown, not gone.
    if (old === undefined || now === undefined) return;
    for (const name of new Set([...old.keys(), ...now.keys()])) {
      const was = old.get(name);
      const is = now.get(name);
      if (was?.oid === is?.oid && was?.isTree === is?.isTree) continue;
      const path = `${folder}${name}`;
      const [wasTree, isTree] = [treeOf(was), treeOf(is)];
      if (wasTree !== undefined || isTree !== undefined) {
        await this.#compare(wasTree, isTree, `${path}/`, found);
      }
      const change = { path, before: fileOf(was), after: fileOf(is) };
      if (change.before !== undefined || change.after !== undefined) found.push(change);
    }
  }

  /** Undefined where it cannot be read. */
  async #tree(oid: string, folder: string): Promise<Tree | undefined> {
    const kept = this.#kept.get(oid);
    if (kept !== undefined) return kept;
    const object = await this.#reader.read(oid);
    if (object.state !== 'read' || object.kind !== 'tree') {
      const state = object.state === 'missing' ? 'missing' : 'damaged';
      if (!this.#noted.has(oid)) {
        this.unreadable.push({ oid, state, kind: 'tree', where: folder === '' ? '/' : folder });
      }
      this.#noted.add(oid);
      return undefined;
    }
    const tree = parseTree(object.content, oid.length / 2);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= mostKept && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(oid, tree);
    return tree;
  }
}

function treeOf(entry: TreeEntry | undefined): string | undefined {
  return entry?.isTree === true ? entry.oid : undefined;
}

function fileOf(entry: TreeEntry | undefined): string | undefined {
  return entry?.isTree === false ? entry.oid : undefined;
}

/** `mode name NUL id`, one after the other, the id in bytes. */
function parseTree(content: Buffer, idLength: number): Tree {
  const entries = new Map<string, TreeEntry>();
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(32, at);
    const end = content.indexOf(0, space);
    if (space === -1 || end === -1) break;
    const name = content.toString('utf8', space + 1, end);
    const oid = content.toString('hex', end + 1, end + 1 + idLength);
    const mode = content.toString('latin1', at, space);
    // A submodule is a commit of another repository: there is nothing to read here.
    if (mode !== '160000') entries.set(name, { isTree: mode === '40000', oid });
    at = end + 1 + idLength;
  }
  return entries;
}
