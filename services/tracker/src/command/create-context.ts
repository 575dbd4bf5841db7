import { Board } from '../board/board.ts';
import { damageIn } from '../cache/damage.ts';
import type { Remotes } from '../store/remote-name.ts';
import { readActor } from './actor.ts';
import type { CommandContext } from './context.ts';
import type { GlobalOptions } from './global-options.ts';
import type { Io } from './io.ts';
import type { Synced } from './synced-write.ts';

/**
 * The context of one run of a command. `synced` tells how the last sync that its writes asked for went, `damage` what of
 * the board that was opened could not be read.
 */
export function createContext(
  options: GlobalOptions,
  io: Io,
): {
  readonly context: CommandContext;
  readonly synced: () => Synced | undefined;
  readonly damage: () => Promise<string | undefined>;
} {
  const surroundings = {
    now: () => Date.now(),
    random: (bytes: number) => crypto().randomBytes(bytes),
  };
  let board: Promise<Board> | undefined;
  let synced: Synced | undefined;
  const openBoard = (): Promise<Board> => {
    board ??= Board.open({ repo: options.repo, branch: options.dataBranch, surroundings }).catch(
      error => {
        // Where there was none, a sync may have brought one.
        board = undefined;
        throw error;
      },
    );
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
      const { sync: mode = 'off', remote } = options;
      const needed = Promise.all([openBoard(), actor(), mode === 'off' ? [] : remotesOf(options)]);
      // Loaded while git runs: readers do without it, and writers wait no longer.
      crypto();
      const [opened, name, remotes] = await needed;
      if (mode === 'off') return await opened.write(name, plan);
      const { syncedWrite } = await import('./synced-write.ts');
      const { signal } = io;
      const request = { remote, remotes, mode, actor: name, acceptRewritten: false, signal };
      const written = await syncedWrite(opened, plan, request);
      synced = written.synced;
      return written.result;
    },
  };
  const damage = async (): Promise<string | undefined> => {
    // A board that cannot be opened has said so to whoever asked for it, who may have made one since.
    const opened = await board?.catch(() => undefined);
    return opened && damageIn(opened.cache);
  };
  return { context, synced: () => synced, damage };
}

async function remotesOf({ repo }: GlobalOptions): Promise<Remotes> {
  const { readRemotes } = await import('../store/remote-name.ts');
  return await readRemotes({ path: repo });
}

function crypto(): typeof import('node:crypto') {
  return process.getBuiltinModule('node:crypto');
}
