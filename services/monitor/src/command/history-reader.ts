import { stat } from 'node:fs/promises';
import { findConfig } from '../config/find.ts';
import { PicketError } from '../errors.ts';
import { type HistoryPlace, placeOf } from '../history/place.ts';
import { openPostgresHistory } from '../history/postgres/postgres-history.ts';
import { openSqliteReader } from '../history/sqlite/sqlite-history.ts';
import type { HistoryReader } from '../history/store.ts';
import { historyPlaceFor } from './history-place.ts';
import type { CommandProcess } from './main.ts';
import { readProbes } from './read-probes.ts';
import { stateFileFor } from './state-file.ts';

interface Named {
  /** A file or url, instead of what a config says. */
  readonly history?: string;
  readonly config?: string;
}

/** Opens the history that a call names, or that its config file leads to. */
export async function openHistoryFor(
  { history, config }: Named,
  process: Pick<CommandProcess, 'env' | 'cwd'>,
): Promise<HistoryReader> {
  const place =
    history === undefined
      ? await placeOfConfig(config ?? (await findConfig(process.cwd())), process.env)
      : placeOf(history);
  if (place.kind === 'postgres') return openPostgresHistory(place.url);
  await validateThere(place.path);
  return openSqliteReader(place.path);
}

async function placeOfConfig(file: string, env: NodeJS.ProcessEnv): Promise<HistoryPlace> {
  const { config } = await readProbes(file, { env });
  const place = historyPlaceFor({ once: false }, config, stateFileFor(file));
  if (place !== undefined) return place;
  throw new PicketError(
    'PKT_USAGE',
    `${file} keeps no history: leave out enabled: false, or name a history with --history`,
  );
}

async function validateThere(path: string): Promise<void> {
  let isFolder = false;
  try {
    isFolder = (await stat(path)).isDirectory();
  } catch (cause) {
    throw unreadable(
      `there is no history file ${path} that can be read: picket makes it when it runs on its schedule; name another with --history`,
      cause,
    );
  }
  if (isFolder) throw unreadable(`${path} is a folder: name the history file in it with --history`);
}

function unreadable(message: string, cause?: unknown): PicketError {
  return new PicketError('PKT_HISTORY_UNREADABLE', message, { cause });
}
