import { Board } from '../board/board.ts';
import { readActor } from './actor.ts';
import type { CommandContext } from './context.ts';
import type { GlobalOptions } from './global-options.ts';
import type { Io } from './io.ts';

export function createContext(options: GlobalOptions, io: Io): CommandContext {
  const surroundings = {
    now: () => Date.now(),
    random: (bytes: number) => crypto().randomBytes(bytes),
  };
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
    // Opening the real one takes time, and few commands read it.
    get stdin() {
      return io.stdin;
    },
    signal: io.signal,
    openBoard,
    actor,
    write: async plan => {
      const needed = Promise.all([openBoard(), actor()]);
      // Loaded while git runs: for its time readers need not wait, and writers wait no longer.
      crypto();
      const [opened, name] = await needed;
      return await opened.write(name, plan);
    },
  };
}

function crypto(): typeof import('node:crypto') {
  return process.getBuiltinModule('node:crypto');
}
