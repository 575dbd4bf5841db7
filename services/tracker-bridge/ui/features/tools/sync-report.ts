import * as Type from 'typebox';
import { Check } from 'typebox/value';
import type { Decode } from '../../api/records.ts';

const note = Type.Object({
  ticket: Type.Union([Type.Integer(), Type.Null()]),
  issue: Type.Union([Type.Integer(), Type.Null()]),
  text: Type.String(),
});
const git = Type.Object({
  remote: Type.String(),
  received: Type.Integer(),
  sent: Type.Integer(),
  renumbered: Type.Array(
    Type.Object({ type: Type.String(), from: Type.Integer(), to: Type.Integer() }),
  ),
  warnings: Type.Array(Type.String()),
});
const forge = Type.Object({
  repo: Type.String(),
  received: Type.Integer(),
  sent: Type.Integer(),
  created: Type.Integer(),
  notes: Type.Array(note),
  failures: Type.Array(note),
});
/** The fields of the Git remote stand beside `ok`; there are none where only the forge was synced with. */
const report = Type.Object({ ok: Type.Literal(true), forge: Type.Optional(forge) });

export type ForgeNote = Type.Static<typeof note>;
export type GitReport = Type.Static<typeof git>;
export type ForgeReport = Type.Static<typeof forge>;

export interface SyncReport {
  readonly git: GitReport | undefined;
  readonly forge: ForgeReport | undefined;
}

/** What `tracker sync` prints. */
export const toSyncReport: Decode<SyncReport> = json => {
  if (!Check(report, json)) return undefined;
  const found = { git: Check(git, json) ? json : undefined, forge: json.forge };
  return found.git === undefined && found.forge === undefined ? undefined : found;
};
