import { type Cache, textOf } from '../cache/cache.ts';
import { recordById } from '../cache/find-record.ts';
import { TrackerError } from '../errors.ts';
import { type Field, type FieldValue, targetOf } from '../record/field.ts';
import { fieldsOf } from '../record/fields.ts';
import type { RecordType } from '../record/record-type.ts';

/** Throws unless every record that the values refer to is there and not deleted, and no ticket waits for itself. */
export function checkReferences(
  cache: Cache,
  type: RecordType,
  id: string,
  values: Readonly<Record<string, FieldValue>>,
): void {
  const problems: string[] = [];
  for (const [name, field] of Object.entries<Field<FieldValue>>(fieldsOf[type])) {
    const to = targetOf(field.shape);
    const value = values[name];
    if (to === undefined || value === undefined || value === null) continue;
    for (const target of Array.isArray(value) ? value : [String(value)]) {
      const problem = problemWith(cache, to, target);
      if (problem !== undefined) problems.push(`${name}: ${problem}`);
    }
  }
  if (problems.length > 0) {
    throw new TrackerError('NOT_FOUND', problems.join('; '), {
      remedy: 'refer to records that are there; `tracker … restore` brings a deleted one back',
      problems,
    });
  }
  if (Array.isArray(values.dependsOn)) refuseCycle(cache, id, values.dependsOn);
}

function problemWith(cache: Cache, type: RecordType, id: string): string | undefined {
  const record = recordById(cache, id);
  if (record?.type !== type) return `there is no ${type} ${id}`;
  return record.deletedAt === null ? undefined : `${type} ${record.number} is deleted`;
}

function refuseCycle(cache: Cache, id: string, dependsOn: readonly string[]): void {
  const reached = new Set<string>();
  const waiting = [...dependsOn];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === id) {
      throw new TrackerError('DEPENDENCY_CYCLE', 'the ticket would have to wait for itself', {
        remedy: 'take out one of the dependencies that lead back to it',
      });
    }
    if (reached.has(next)) continue;
    reached.add(next);
    const rows = cache.all(
      "SELECT member FROM members WHERE record = ? AND field = 'dependsOn'",
      next,
    );
    waiting.push(...rows.map(row => textOf(row.member)));
  }
}
