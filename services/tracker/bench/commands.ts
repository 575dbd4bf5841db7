/** What is measured: a command, and the calls of git that it cannot do without. */
export interface Measured {
  readonly name: string;
  /** What follows the global options. */
  readonly argv: readonly string[];
  /** Without it, the identity is read from git. */
  readonly actor?: string;
  /** Calls of git, besides `node -e 0`, that make its floor. */
  readonly floor: readonly FloorCall[];
}

/**
 * `find`: the rev-parse that finds the repository and reads the branch. `commit`: the fast-import of the same commit.
 * `identity`: the config that tells who works. `remote`: the ls-remote that asks a remote for its branch.
 */
export type FloorCall = 'find' | 'commit' | 'identity' | 'remote';

const read: readonly FloorCall[] = ['find'];
const write: readonly FloorCall[] = ['find', 'commit'];

export const create: Measured = {
  name: 'create',
  argv: ['ticket', 'create', '--title=New'],
  actor: 'bench',
  floor: write,
};

export const measured: readonly Measured[] = [
  { name: 'list (first 100)', argv: ['ticket', 'read'], floor: read },
  { name: 'list all', argv: ['ticket', 'read', '--limit=0'], floor: read },
  {
    name: 'list, filtered',
    argv: ['ticket', 'read', '--status=todo', '--label=area-3', '--sort=-updated'],
    floor: read,
  },
  { name: 'list, searched', argv: ['ticket', 'read', '--search=customer 77'], floor: read },
  { name: 'read one', argv: ['ticket', 'read', '--id=77'], floor: read },
  create,
  {
    name: 'create, by git identity',
    argv: ['ticket', 'create', '--title=New'],
    floor: ['find', 'identity', 'commit'],
  },
  {
    name: 'update',
    argv: ['ticket', 'update', '--id=77', '--title=Round ROUND'],
    actor: 'bench',
    floor: write,
  },
  { name: 'sync, nothing new', argv: ['sync'], actor: 'bench', floor: ['find', 'remote'] },
];
