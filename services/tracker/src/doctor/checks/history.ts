import type { Verification } from '../../audit/verify-history.ts';
import type { Check } from '../check.ts';
import { commitFiles } from '../mend/commit-files.ts';
import { filesWith } from '../mend/salvage-lines.ts';

export const lostLines: Check = {
  name: 'lost-lines',
  severity: 'error',
  concerns: 'data',
  about: 'every line that the history ever had is still in its segment, or in quarantine',
  remedy:
    '`tracker doctor --fix` puts them back; `tracker audit --verify` names the commits that took them out',
  find: async patient =>
    (await patient.verification()).lost.map(({ path, line }) => ({
      where: path,
      message: `gone is ${line.slice(0, 100)}`,
    })),
  fix: async patient => {
    const { lost } = await patient.verification();
    await commitFiles(patient, 'doctor: lines that were taken out', started =>
      filesWith(started, byPath(lost)),
    );
  },
};

function byPath(lost: Verification['lost']): ReadonlyMap<string, readonly string[]> {
  const lines = new Map<string, string[]>();
  for (const { path, line } of lost) lines.set(path, [...(lines.get(path) ?? []), line]);
  return lines;
}

export const tampering: Check = {
  name: 'history-proof',
  severity: 'warning',
  concerns: 'data',
  about: 'the history proves that every event came once, from its actor, at its time',
  remedy: 'ask the authors of these commits; the history cannot be mended, only explained',
  find: async patient =>
    (await patient.verification()).findings
      .filter(
        ({ kind }) => kind !== 'unreadable' && kind !== 'no-event' && kind !== 'without-commit',
      )
      .map(({ kind, commit, where, message }) => ({
        where: commit === undefined ? where : `${where} in ${commit}`,
        message: `${kind}: ${message}`,
      })),
};
