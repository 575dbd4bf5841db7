import { useEffect } from 'react';
import type { Decode } from '../../api/records.ts';
import { type Read, useRead } from '../../api/use-read.ts';

interface ReaderProps<T> {
  readonly argv: readonly string[];
  readonly decode: Decode<T>;
  readonly onAnswer: (read: Read<T>) => void;
}

/**
 * Tells its parent what is read. Keyed by its arguments it knows nothing of the question before, while the parent can
 * keep showing the answer to that.
 */
export function Reader<T>({ argv, decode, onAnswer }: ReaderProps<T>) {
  const read = useRead(argv, decode);
  useEffect(() => onAnswer(read), [read, onAnswer]);
  return null;
}
