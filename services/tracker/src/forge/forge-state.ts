import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Board } from '../board/board.ts';
import { isObject } from '../record/is-object.ts';
import { isAncestor } from '../store/read-objects.ts';
import { ownFolder } from '../store/writer.ts';
import type { FirstTexts } from './create-issue.ts';
import type { ForgeSettings } from './forge-settings.ts';
import type { LastLook } from './settlement.ts';

/**
 * What this clone remembers of the forge, so that asking again costs nothing where nothing changed. A file beside the
 * cache; losing it is harmless: what tickets and issues agreed on is in the events.
 */
export interface ForgeState {
  /** The `since` of the list that `etag` belongs to; null before the first. */
  readonly since: string | null;
  readonly etag: string | null;
  /** When each issue had been updated as it was last looked at; only those that cannot hold more under that time. */
  readonly looked: ReadonlyMap<number, string>;
  /** The same of those that may. */
  readonly unsettled: ReadonlyMap<number, string>;
  /** Issues about to be made, by ids of tickets: digests of what they say. The tracker may end before it links them. */
  readonly creating: ReadonlyMap<string, FirstTexts>;
}

const nothingKnown: ForgeState = {
  since: null,
  etag: null,
  looked: new Map(),
  unsettled: new Map(),
  creating: new Map(),
};

/** Nothing if it is lost, damaged, of another forge, or of events that the branch does not hold any more. */
export async function readForgeState(board: Board, settings: ForgeSettings): Promise<ForgeState> {
  const text = await readFile(fileOf(board), 'utf8').catch(() => '');
  const found = parsed(text);
  if (found === undefined || found.forge !== nameOf(settings)) return nothingKnown;
  const { repository } = board;
  if (typeof found.commit !== 'string' || !/^[0-9a-f]{40,64}$/.test(found.commit)) {
    return nothingKnown;
  }
  const isCurrent =
    found.commit === repository.head ||
    (await isAncestor(repository, found.commit, repository.head));
  if (!isCurrent) return nothingKnown;
  return {
    since: typeof found.since === 'string' ? found.since : null,
    etag: typeof found.etag === 'string' ? found.etag : null,
    looked: timesIn(found.looked),
    unsettled: timesIn(found.unsettled),
    creating: textsIn(found.creating),
  };
}

/** Not being able to remember only costs requests the next time. */
export async function writeForgeState(
  board: Board,
  settings: ForgeSettings,
  state: ForgeState,
): Promise<void> {
  const file = fileOf(board);
  const aside = `${file}.${process.pid}`;
  const text = JSON.stringify({
    forge: nameOf(settings),
    commit: board.repository.head,
    since: state.since,
    etag: state.etag,
    looked: Object.fromEntries(state.looked),
    unsettled: Object.fromEntries(state.unsettled),
    creating: Object.fromEntries(state.creating),
  });
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(aside, text);
    await rename(aside, file);
  } catch {
    await rm(aside, { force: true });
  }
}

/** The state with what was seen of one issue. */
export function withLook(state: ForgeState, number: number, look: LastLook | null): ForgeState {
  const looked = new Map(state.looked);
  const unsettled = new Map(state.unsettled);
  looked.delete(number);
  unsettled.delete(number);
  if (look !== null) (look.settled ? looked : unsettled).set(look.number, look.updatedAt);
  return { ...state, looked, unsettled };
}

/** The state with an issue about to be made, or, without texts, with it made and linked. */
export function withCreating(
  state: ForgeState,
  ticket: string,
  texts: FirstTexts | undefined,
): ForgeState {
  const creating = new Map(state.creating);
  if (texts === undefined) creating.delete(ticket);
  else creating.set(ticket, texts);
  return { ...state, creating };
}

function fileOf({ repository }: Board): string {
  return join(ownFolder(repository), `${encodeURIComponent(repository.ref)}.forge.json`);
}

function nameOf({ apiUrl, repo }: ForgeSettings): string {
  return `${apiUrl} ${repo.toLowerCase()}`;
}

type Loose = Readonly<Record<string, unknown>>;

function parsed(text: string): Loose | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function timesIn(value: unknown): ReadonlyMap<number, string> {
  if (!isObject(value)) return new Map();
  return new Map(
    Object.entries(value).flatMap(([number, time]) =>
      typeof time === 'string' ? [[Number(number), time] as const] : [],
    ),
  );
}

function textsIn(value: unknown): ReadonlyMap<string, FirstTexts> {
  if (!isObject(value)) return new Map();
  return new Map(
    Object.entries(value).flatMap(([id, texts]) => {
      if (!isObject(texts)) return [];
      const { title, body } = texts;
      const isWhole = typeof title === 'string' && typeof body === 'string';
      return isWhole ? [[id, { title, body }] as const] : [];
    }),
  );
}
