import { gitOutput } from '../src/store/git.ts';
import type { FloorCall } from './commands.ts';
import type { Call } from './timed.ts';

const scratch = 'refs/heads/bench-floor';

/** Starting Node, with nothing to do. */
export const startNode: Call = { command: process.execPath, args: ['-e', '0'] };

/** The calls of git that a floor is made of, in a repository; each does the same work however often it is called. */
export async function floorCalls(path: string): Promise<Readonly<Record<FloorCall, Call>>> {
  const git = (...args: string[]): Call => ({ command: 'git', args: ['-C', path, ...args] });
  return {
    find: git('rev-parse', '--path-format=absolute', '--git-common-dir', 'refs/heads/tracker-data'),
    identity: git('config', '--get-regexp', '^user\\.(name|email)$'),
    remote: git('ls-remote', 'origin', 'refs/heads/tracker-data'),
    commit: {
      ...git('-c', 'gc.auto=0', 'fast-import', '--quiet', '--force', '--date-format=raw'),
      input: await sameCommit(path),
    },
  };
}

/** A commit that appends one line to the writer's last segment, as `create` does, on a branch of its own. */
async function sameCommit(path: string): Promise<(round: number) => Buffer> {
  const tree = await gitOutput({ path }, ['ls-tree', '-r', 'tracker-data', 'segments/']);
  const [, , oid = '', segment = ''] =
    tree.toString().trim().split('\n').at(-1)?.split(/[ \t]/) ?? [];
  const content = await gitOutput({ path }, ['cat-file', 'blob', oid]);
  const head = (await gitOutput({ path }, ['rev-parse', 'tracker-data'])).toString().trim();
  return round => {
    // Another line each time: git need not write what it has.
    const line = `{"padding":"${`${round} `.repeat(60)}"}\n`;
    return Buffer.concat([
      Buffer.from(`commit ${scratch}\ncommitter bench <> ${1_700_000_000 + round} +0000\n`),
      Buffer.from(`data 5\nbench\nfrom ${head}\nM 100644 inline ${segment}\n`),
      Buffer.from(`data ${content.length + line.length}\n`),
      content,
      Buffer.from(`${line}\n`),
    ]);
  };
}
