import { type Verification, verifyHistory } from '../audit/verify-history.ts';
import { Board, type Surroundings } from '../board/board.ts';
import { Cache } from '../cache/cache.ts';
import { catchUp } from '../cache/catch-up.ts';
import { openMemoryCache } from '../cache/open-cache.ts';
import { TrackerError } from '../errors.ts';
import { readCommit, type UnreadableObject } from '../history/commit-graph.ts';
import { CommitLines } from '../history/commit-lines.ts';
import { ObjectReader } from '../history/object-reader.ts';
import { validateBranchName } from '../store/branch-name.ts';
import { locateRepository, type Repository } from '../store/repository.ts';
import { Unavailable } from './check.ts';

export interface PatientOptions {
  readonly repo: string;
  readonly branch: string;
  /** The name of the Git remote that the board is synced with. */
  readonly remote: string;
  readonly surroundings: Surroundings;
  readonly actor: () => Promise<string>;
  readonly signal: AbortSignal;
}

export type Started = Repository & { readonly head: string };

/** What the checks look at, each part read once, when the first of them needs it. */
export class Patient {
  readonly options: PatientOptions;
  #repository: Promise<Repository> | undefined;
  #started: Promise<Started> | undefined;
  #records: Promise<Cache> | undefined;
  #verification: Promise<Verification> | undefined;

  constructor(options: PatientOptions) {
    this.options = options;
  }

  /** Forgets what was read, after something was mended. */
  reset(): void {
    this.#records?.then(
      cache => cache.close(),
      () => {
        // It was never opened.
      },
    );
    this.#repository = undefined;
    this.#started = undefined;
    this.#records = undefined;
    this.#verification = undefined;
  }

  repository(): Promise<Repository> {
    const { repo, branch } = this.options;
    this.#repository ??= needing('a Git repository that can be read', () =>
      locateRepository(repo, validateBranchName(branch)),
    );
    return this.#repository;
  }

  /** The repository with its data branch, whose newest commit can be read. */
  started(): Promise<Started> {
    this.#started ??= this.#start();
    return this.#started;
  }

  /**
   * The records as the branch makes them, in memory: not from the cache that is kept, which is a patient itself.
   */
  records(): Promise<Cache> {
    this.#records ??= this.#readRecords();
    return this.#records;
  }

  /** The objects of the newest commit that cannot be read. */
  async unreadableNow(): Promise<readonly UnreadableObject[]> {
    const { gitDir, head } = await this.started();
    using reader = new ObjectReader({ gitDir });
    const commit = await readCommit(reader, head);
    if (typeof commit === 'string') return [];
    const lines = new CommitLines(reader);
    await lines.of({ tree: commit.tree, parentTrees: [] });
    return lines.unreadable;
  }

  /** The whole history, read object by object. */
  verification(): Promise<Verification> {
    this.#verification ??= this.started().then(async started =>
      verifyHistory(started, await this.#recordsIfAny()),
    );
    return this.#verification;
  }

  /** Lends the board, as commands have it; what was read before is forgotten. */
  async withBoard<Result>(work: (board: Board) => Promise<Result>): Promise<Result> {
    const { repo, branch, surroundings } = this.options;
    const board = await Board.open({ repo, branch, surroundings });
    try {
      return await work(board);
    } finally {
      board.close();
      this.reset();
    }
  }

  async #start(): Promise<Started> {
    const repository = await this.repository();
    const { head } = repository;
    if (head === undefined) throw new Unavailable('a data branch');
    using reader = new ObjectReader(repository);
    const commit = await readCommit(reader, head);
    if (typeof commit === 'string') throw new Unavailable('a data branch that can be read');
    return { ...repository, head };
  }

  async #readRecords(): Promise<Cache> {
    const started = await this.started();
    const cache = new Cache(openMemoryCache());
    try {
      await catchUp(cache, started, started.head);
      return cache;
    } catch (error) {
      cache.close();
      // Why they cannot is what the checks of the objects and of the format tell.
      if (error instanceof TrackerError)
        throw new Unavailable('a data branch whose files can be read');
      throw error;
    }
  }

  async #recordsIfAny(): Promise<Cache> {
    try {
      return await this.records();
    } catch {
      // Why it cannot be read is what the history tells in detail.
      return new Cache(openMemoryCache());
    }
  }
}

async function needing<Result>(what: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw new Unavailable(`${what} (${messageOf(error)})`);
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
