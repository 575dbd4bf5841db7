import type { Status, Ticket } from '@picket/tracker';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useChanges } from '../../api/changes.tsx';
import { CommandError } from '../../api/command-error.ts';
import { toTicket } from '../../api/records.ts';
import { useDistrust, useRevision } from '../../api/revision.tsx';
import { toError } from '../../api/to-error.ts';
import { useIsThere } from '../../api/use-is-there.ts';
import { useRun } from '../../api/use-run.ts';
import { movedColumns } from './board-columns.ts';
import { nextMoves, noMoves } from './board-moves.ts';
import { type BoardData, type BoardQuery, readBoard } from './read-board.ts';
import { useReadAgain } from './use-read-again.ts';

export interface Board {
  /** With the moves that are under way; undefined until it was read. */
  readonly data: BoardData | undefined;
  readonly error: Error | undefined;
  /** Whether what is shown belongs to other filters. */
  readonly isStale: boolean;
  readonly reload: () => void;
  /** Shows the card there at once; resolves once the command has ended. */
  readonly move: (ticket: Ticket, to: Status) => Promise<MoveEnd>;
}

interface MoveEnd {
  readonly error?: Error;
}

interface Seen {
  readonly key: string;
  readonly data: BoardData | undefined;
  readonly error: Error | undefined;
}

export function useBoard(query: BoardQuery): Board {
  const run = useRun();
  const { revision, revise } = useRevision();
  const { track, tellLost } = useChanges();
  const isThere = useIsThere();
  const [moves, tell] = useReducer(nextMoves, noMoves);
  const [seen, setSeen] = useState<Seen>({ key: '', data: undefined, error: undefined });
  const succeeded = useRef(0);
  useEffect(() => {
    succeeded.current = moves.succeeded;
  }, [moves]);

  const key = JSON.stringify(query);
  const reload = useReadAgain(key, revision, async abort => {
    const after = succeeded.current;
    try {
      const data = await readBoard(run, query, abort);
      if (abort.signal.aborted) return;
      setSeen({ key, data, error: undefined });
      tell({ type: 'read', after });
    } catch (error) {
      if (!abort.signal.aborted) setSeen(last => ({ ...last, key, error: toError(error) }));
      abort.abort();
    }
  });

  // One after the other: moves of one ticket must not overtake each other.
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const move = useCallback(
    (ticket: Ticket, to: Status) => {
      const carryOut = async (): Promise<MoveEnd> => {
        try {
          const argv = ['ticket', 'update', `--id=${ticket.id}`, `--status=${to}`];
          const result = await run({ argv });
          const stored = result.exitCode === 0 ? toTicket(result.json) : undefined;
          if (stored === undefined) throw new CommandError(result);
          tell({ type: 'succeeded', ticket: stored });
          return {};
        } catch (error) {
          tell({ type: 'failed', id: ticket.id });
          if (!isThere.current) tellLost(toError(error));
          return { error: toError(error) };
        } finally {
          revise();
        }
      };
      tell({ type: 'moved', ticket, to });
      const mine = last.current.then(carryOut);
      last.current = mine;
      track(mine);
      return mine;
    },
    [run, revise, track, tellLost, isThere],
  );

  const { data, error } = seen;
  useDistrust(error);
  return {
    data: data && { ...data, columns: movedColumns(data.columns, moves) },
    error,
    isStale: seen.key !== key,
    reload,
    move,
  };
}
