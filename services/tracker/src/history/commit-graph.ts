import type { ObjectReader } from './object-reader.ts';

export interface HistoryCommit {
  readonly oid: string;
  readonly tree: string;
  readonly parents: readonly string[];
  /** `Name <address>`, as the commit has it. */
  readonly author: string;
  /** When it was committed, in milliseconds since 1970. */
  readonly time: number;
}

/** An object that cannot be read, and what needs it. */
export interface UnreadableObject {
  readonly oid: string;
  readonly state: 'missing' | 'damaged';
  readonly kind: 'commit' | 'tree' | 'blob';
  /** The commit or the path that it belongs to. */
  readonly where: string;
}

export interface CommitGraph {
  /** Parents before their children. */
  readonly commits: readonly HistoryCommit[];
  readonly unreadable: readonly UnreadableObject[];
}

/** All commits that lead to a head; behind one that cannot be read, what lies before it stays unknown. */
export async function readCommitGraph(reader: ObjectReader, head: string): Promise<CommitGraph> {
  const found = new Map<string, HistoryCommit>();
  const unreadable: UnreadableObject[] = [];
  const seen = new Set([head]);
  const waiting = [head];
  for (let oid = waiting.pop(); oid !== undefined; oid = waiting.pop()) {
    const commit = await readCommit(reader, oid);
    if (typeof commit === 'string') {
      unreadable.push({ oid, state: commit, kind: 'commit', where: `commit ${oid}` });
      continue;
    }
    found.set(oid, commit);
    for (const parent of commit.parents) {
      if (!seen.has(parent)) waiting.push(parent);
      seen.add(parent);
    }
  }
  return { commits: parentsFirst(found, head), unreadable };
}

export async function readCommit(
  reader: ObjectReader,
  oid: string,
): Promise<HistoryCommit | 'missing' | 'damaged'> {
  const object = await reader.read(oid);
  if (object.state !== 'read') return object.state;
  return (object.kind === 'commit' && parseCommit(oid, object.content)) || 'damaged';
}

function parseCommit(oid: string, content: Buffer): HistoryCommit | undefined {
  const end = content.indexOf('\n\n');
  const lines = content.toString('utf8', 0, end === -1 ? content.length : end).split('\n');
  const values = (name: string): string[] =>
    lines.filter(line => line.startsWith(`${name} `)).map(line => line.slice(name.length + 1));
  const [tree] = values('tree');
  const author = /^(.*>) -?\d+ [-+]\d+$/.exec(values('author')[0] ?? '')?.[1];
  const seconds = /> (-?\d+) [-+]\d+$/.exec(values('committer')[0] ?? '')?.[1];
  if (tree === undefined || author === undefined || seconds === undefined) return undefined;
  return { oid, tree, parents: values('parent'), author, time: Number(seconds) * 1000 };
}

/** Depth first, without recursion: a history is as deep as it is long. */
function parentsFirst(found: ReadonlyMap<string, HistoryCommit>, head: string): HistoryCommit[] {
  const ordered: HistoryCommit[] = [];
  const entered = new Set<string>();
  const path: { readonly commit: HistoryCommit; next: number }[] = [];
  const enter = (oid: string): void => {
    const commit = found.get(oid);
    if (commit === undefined || entered.has(oid)) return;
    entered.add(oid);
    path.push({ commit, next: 0 });
  };
  enter(head);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const parent = top.commit.parents[top.next];
    top.next += 1;
    if (parent !== undefined) enter(parent);
    else {
      ordered.push(top.commit);
      path.pop();
    }
  }
  return ordered;
}
