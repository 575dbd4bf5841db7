import * as Type from 'typebox';
import { Check } from 'typebox/value';
import type { Decode } from '../../api/records.ts';

const item = Type.Object({
  event: Type.String(),
  at: Type.String(),
  by: Type.String(),
  op: Type.String(),
  type: Type.Enum(['epic', 'story', 'ticket']),
  number: Type.Union([Type.Integer(), Type.Null()]),
  title: Type.Union([Type.String(), Type.Null()]),
  changes: Type.Array(
    Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() }),
  ),
  commit: Type.Union([Type.Object({ oid: Type.String(), author: Type.String() }), Type.Null()]),
});
const list = Type.Object({
  items: Type.Array(item),
  nextCursor: Type.Optional(Type.String()),
});
const proof = Type.Object({
  ok: Type.Boolean(),
  commits: Type.Integer(),
  events: Type.Integer(),
  findings: Type.Array(
    Type.Object({
      kind: Type.String(),
      commit: Type.Optional(Type.String()),
      where: Type.String(),
      message: Type.String(),
    }),
  ),
  total: Type.Integer(),
});

export type AuditItem = Type.Static<typeof item>;
export type AuditList = Type.Static<typeof list>;
export type AuditProof = Type.Static<typeof proof>;

/** What `tracker audit` prints. */
export const toAuditList: Decode<AuditList> = json => (Check(list, json) ? json : undefined);
/** What `tracker audit --verify` prints. */
export const toAuditProof: Decode<AuditProof> = json => (Check(proof, json) ? json : undefined);
