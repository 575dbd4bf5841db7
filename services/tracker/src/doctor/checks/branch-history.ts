import { runGit } from '../../store/git.ts';
import { isAncestor } from '../../store/read-objects.ts';
import { type Check, Unavailable } from '../check.ts';
import { fetchedCommit, readableCommits, syncedCommit } from '../known-commits.ts';
import { lostCommits, takeBack } from '../mend/lost-commits.ts';

export const branchRewound: Check = {
  name: 'branch-rewound',
  severity: 'error',
  concerns: 'data',
  about: 'the branch still has every commit that the cache, the reflog and the last sync knew',
  remedy: '`tracker doctor --fix` merges the lost commits back in',
  find: async patient =>
    (await lostCommits(patient)).map(({ commit, by }) => ({
      where: commit,
      message: `${by} knew this commit, and the branch no longer has it`,
    })),
  fix: takeBack,
};

export const remoteRewritten: Check = {
  name: 'remote-rewritten',
  severity: 'warning',
  concerns: 'data',
  about: 'what was last fetched from the remote goes on from what was taken in before',
  remedy:
    'ask whoever rewrote it why; `tracker sync --accept-rewritten` takes in what is there and puts back what was lost',
  find: async patient => {
    const repository = await patient.repository();
    const { remote } = patient.options;
    const known = await syncedCommit(repository, remote);
    const fetched = await fetchedCommit(repository, remote);
    if (known === undefined || fetched === undefined) return [];
    if (await isAncestor(repository, known, fetched)) return [];
    // After a push, what was fetched before it is older.
    if (await isAncestor(repository, fetched, known)) return [];
    return [{ where: remote, message: `${fetched} there does not contain ${known}` }];
  },
};

export const trackingRefs: Check = {
  name: 'tracking-refs',
  severity: 'warning',
  concerns: 'surroundings',
  about: 'the refs under refs/tracker/ point to commits that are there',
  remedy:
    '`tracker sync` fetches them anew; `git update-ref -d REF` removes one whose remote is gone',
  find: async patient => {
    const repository = await patient.repository();
    const format = '--format=%(objectname) %(refname)';
    const { stdout } = await runGit(repository, ['for-each-ref', format, 'refs/tracker/']);
    const refs = stdout
      .toString()
      .split('\n')
      .filter(line => line !== '')
      .map(line => ({
        commit: line.slice(0, line.indexOf(' ')),
        by: line.slice(line.indexOf(' ') + 1),
      }));
    const readable = new Set((await readableCommits(repository, refs)).map(({ commit }) => commit));
    return refs
      .filter(({ commit }) => !readable.has(commit))
      .map(({ commit, by }) => ({ where: by, message: `its commit ${commit} cannot be read` }));
  },
};

export const unpushedWork: Check = {
  name: 'unpushed-work',
  severity: 'info',
  concerns: 'surroundings',
  about: 'everything has been sent to the remote, where the board was ever synced',
  remedy: 'run `tracker sync`',
  find: async patient => {
    const started = await patient.started();
    const { remote } = patient.options;
    const known = await syncedCommit(started, remote);
    if (known === undefined) return [];
    const { exitCode, stdout } = await runGit(started, [
      'rev-list',
      '--count',
      `${known}..${started.head}`,
    ]);
    if (exitCode !== 0) throw new Unavailable('a history that can be read');
    const count = Number(stdout.toString());
    return count === 0 ? [] : [{ where: remote, message: `${count} commits have not been sent` }];
  },
};
