import type { Status } from '@picket/tracker';
import { useCallback, useState } from 'react';

export interface FailedMove {
  readonly key: number;
  readonly number: number;
  readonly to: Status;
  readonly reason: string;
}

const most = 3;

export interface FailedMoves {
  /** The latest. */
  readonly failures: readonly FailedMove[];
  readonly add: (failure: Omit<FailedMove, 'key'>) => void;
  readonly clear: () => void;
}

export function useFailedMoves(): FailedMoves {
  const [failures, setFailures] = useState<readonly FailedMove[]>([]);
  const add = useCallback(
    (failure: Omit<FailedMove, 'key'>) =>
      setFailures(last => [...last, { ...failure, key: (last.at(-1)?.key ?? 0) + 1 }].slice(-most)),
    [],
  );
  const clear = useCallback(() => setFailures([]), []);
  return { failures, add, clear };
}
