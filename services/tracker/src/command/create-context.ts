import { randomBytes } from 'node:crypto';
import { Board } from '../board/board.ts';
import { readActor } from './actor.ts';
import type { CommandContext } from './context.ts';
import type { GlobalOptions } from './global-options.ts';
import type { Io } from './io.ts';

export function createContext(options: GlobalOptions, io: Io): CommandContext {
  const surroundings = { now: () => Date.now(), random: (bytes: number) => randomBytes(bytes) };
  let board: Promise<Board> | undefined;
  const openBoard = (): Promise<Board> => {
    board ??= Board.open({ repo: options.repo, branch: options.dataBranch, surroundings });
    return board;
  };
  const actor = (): Promise<string> => readActor(options, io.env);
  return {
    options,
    env: io.env,
    surroundings,
    stdin: io.stdin,
    signal: io.signal,
    openBoard,
    actor,
    write: async plan => {
      const [opened, name] = await Promise.all([openBoard(), actor()]);
      return await opened.write(name, plan);
    },
  };
}
