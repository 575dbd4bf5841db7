import type { Transaction } from '../../board/transaction.ts';
import { eventsOf } from '../../cache/apply-events.ts';
import { type Cache, textOf } from '../../cache/cache.ts';
import type { Check } from '../check.ts';

export const dependencyCycles: Check = {
  name: 'dependency-cycle',
  severity: 'warning',
  concerns: 'data',
  about: 'no ticket waits for itself, as two clones together can make it',
  remedy: '`tracker doctor --fix` takes out the dependency that was added last; its history stays',
  find: async patient =>
    cycles(await patient.records()).map(cycle => ({
      where: `ticket ${cycle[0]}`,
      message: `it waits for itself: ${[...cycle, cycle[0]].join(' -> ')}`,
    })),
  fix: async patient => {
    const actor = await patient.options.actor();
    await patient.withBoard(board => board.write(actor, breakCycles));
  },
};

function breakCycles(transaction: Transaction): void {
  for (let found = cycles(transaction.cache); found.length > 0; found = cycles(transaction.cache)) {
    for (const cycle of found) {
      const { from, to } = newestEdge(transaction.cache, cycle);
      transaction.add('ticket', from, { op: 'edit', remove: { dependsOn: [to] } });
    }
  }
}

/** Tickets that lead back to themselves, each ticket in one cycle at most. */
function cycles(cache: Cache): string[][] {
  const edges = dependencies(cache);
  const done = new Set<string>();
  const found: string[][] = [];
  for (const start of edges.keys()) {
    const path: { readonly id: string; next: number }[] = [{ id: start, next: 0 }];
    const onPath = new Set([start]);
    if (done.has(start)) continue;
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const to = edges.get(top.id)?.[top.next];
      top.next += 1;
      if (to === undefined) {
        done.add(top.id);
        onPath.delete(top.id);
        path.pop();
      } else if (onPath.has(to)) {
        const ids = path.map(({ id }) => id);
        found.push(ids.slice(ids.indexOf(to)));
        for (const id of ids) done.add(id);
        break;
      } else if (!done.has(to)) {
        onPath.add(to);
        path.push({ id: to, next: 0 });
      }
    }
  }
  return found;
}

function dependencies(cache: Cache): ReadonlyMap<string, readonly string[]> {
  const edges = new Map<string, string[]>();
  const rows = cache.all(
    `SELECT record, member FROM members JOIN records ON records.id = members.record
     WHERE field = 'dependsOn' AND deletedAt IS NULL ORDER BY record, member`,
  );
  for (const row of rows) {
    const from = textOf(row.record);
    edges.set(from, [...(edges.get(from) ?? []), textOf(row.member)]);
  }
  return edges;
}

function newestEdge(cache: Cache, cycle: readonly string[]): { from: string; to: string } {
  const edges = cycle.map((from, at) => ({ from, to: cycle[(at + 1) % cycle.length] ?? from }));
  const dated = edges.map(edge => ({ ...edge, added: addedBy(cache, edge.from, edge.to) }));
  const [newest] = dated.toSorted((one, other) => (one.added < other.added ? 1 : -1));
  if (newest === undefined) throw new Error('a cycle has at least one dependency');
  return newest;
}

/** The id of the last event that made one depend on the other. */
function addedBy(cache: Cache, from: string, to: string): string {
  const adding = eventsOf(cache, from).filter(event => {
    if (event.op === 'create') return includes(event.set.dependsOn, to);
    if (event.op !== 'edit') return false;
    return includes(event.set?.dependsOn, to) || includes(event.add?.dependsOn, to);
  });
  return adding.at(-1)?.id ?? '';
}

function includes(value: unknown, id: string): boolean {
  return Array.isArray(value) && value.includes(id);
}
