import { sep } from 'node:path';
import { BridgeError } from '../errors.ts';
import { remoteArgv } from '../run/remote-argv.ts';
import { requireInside } from '../run/require-inside.ts';
import type { RunInput } from '../run/run-input.ts';

interface Places {
  /** Where a run takes place unless it says otherwise. */
  readonly repo: string;
  readonly tempDir: string;
  /** Folders besides these that the paths of a run may lie in. */
  readonly roots: readonly string[];
}

/**
 * The run with its paths as they really are. Its client is at another machine: it must not reach this one's files.
 * Throws BAD_REQUEST where it would.
 */
export async function placeInside(input: RunInput, places: Places): Promise<RunInput> {
  const { repo, tempDir, roots } = places;
  return {
    ...input,
    argv: remoteArgv(input.argv),
    repo: await inside([repo, ...roots], 'repo', input.repo ?? repo),
    tempDir: await placeOfScratch([tempDir, ...roots], input.tempDir ?? tempDir),
    cwd: await inside([repo, ...roots], 'cwd', input.cwd ?? repo),
  };
}

const inside = (roots: readonly string[], field: string, path: string): Promise<string> =>
  requireInside(roots, { field, path });

/** What the data branch holds may be written there, and whoever pushes to it has a say in that: Git must not read it. */
async function placeOfScratch(roots: readonly string[], path: string): Promise<string> {
  const place = await inside(roots, 'tempDir', path);
  if (!place.split(sep).some(part => part.toLowerCase() === '.git')) return place;
  throw new BridgeError('BAD_REQUEST', 'tempDir must not lie inside a .git folder');
}
