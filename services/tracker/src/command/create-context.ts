import { Board } from '../board/board.ts';
import { readActor } from './actor.ts';
import type { CommandContext } from './context.ts';
import type { GlobalOptions } from './global-options.ts';
import type { Io } from './io.ts';
import type { Synced } from './synced-write.ts';

/** The context of one run of a command. `synced` tells how the last sync that its writes asked for went. */
export function createContext(
  options: GlobalOptions,
  io: Io,
): { readonly context: CommandContext; readonly synced: () => Synced | undefined } {
  const surroundings = {
    now: () => Date.now(),
    random: (bytes: number) => crypto().randomBytes(bytes),
  };
  let board: Promise<Board> | undefined;
  let synced: Synced | undefined;
  const openBoard = (): Promise<Board> => {
    board ??= Board.open({ repo: options.repo, branch: options.dataBranch, surroundings });
    return board;
  };
  const actor = (): Promise<string> => readActor(options);
  const context: CommandContext = {
    options,
    env: io.env,
    surroundings,
    get stdin() {
      return io.stdin;
    },
    get signal() {
      return io.signal;
    },
    openBoard,
    actor,
    write: async plan => {
      const needed = Promise.all([openBoard(), actor()]);
      // Loaded while git runs: readers do without it, and writers wait no longer.
      crypto();
      const [opened, name] = await needed;
      const { sync: mode = 'off', remote } = options;
      if (mode === 'off') return await opened.write(name, plan);
      const { syncedWrite } = await import('./synced-write.ts');
      const { signal } = io;
      const request = { remote, mode, actor: name, acceptRewritten: false, signal };
      const written = await syncedWrite(opened, plan, request);
      synced = written.synced;
      return written.result;
    },
  };
  return { context, synced: () => synced };
}

function crypto(): typeof import('node:crypto') {
  return process.getBuiltinModule('node:crypto');
}
