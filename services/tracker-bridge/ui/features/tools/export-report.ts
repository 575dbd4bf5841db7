import * as Type from 'typebox';
import { Check } from 'typebox/value';
import type { Decode } from '../../api/records.ts';

const exported = Type.Object({ items: Type.Array(Type.Object({ type: Type.String() })) });

/** How many records of each type an export holds. */
export type ExportReport = ReadonlyMap<string, number>;

/** What `tracker export` prints. */
export const toExportReport: Decode<ExportReport> = json => {
  if (!Check(exported, json)) return undefined;
  const counts = new Map<string, number>();
  for (const { type } of json.items) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
};
