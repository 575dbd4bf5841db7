import { runIn } from '../../fixtures/run-command.ts';
import type { TemporaryRepository } from '../../fixtures/temporary-repository.ts';
import { isObject } from '../record/is-object.ts';

/** What the drills look at of a record that the command printed. */
export interface DrillRecord {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly document: Readonly<Record<string, unknown>>;
}

/** Throws unless it is a record. */
export function recordIn(json: unknown): DrillRecord {
  if (isObject(json) && typeof json.id === 'string' && typeof json.number === 'number') {
    return { id: json.id, number: json.number, title: String(json.title), document: json };
  }
  throw new Error(`it is no record: ${JSON.stringify(json)}`);
}

/** All tickets of a clone, by the real command. */
export async function listTickets(repository: TemporaryRepository): Promise<DrillRecord[]> {
  const { json, stdout, stderr } = await runIn(repository, 'ticket', 'read', '--limit=0');
  if (isObject(json) && Array.isArray(json.items)) return json.items.map(recordIn);
  throw new Error(`it is no list: ${stdout}${stderr}`);
}
