import type { WrittenEvent } from '../cache/apply-events.ts';
import { Cache } from '../cache/cache.ts';
import { catchUp, isCaughtUp } from '../cache/catch-up.ts';
import { openCache, openNewCache } from '../cache/open-cache.ts';
import { isBusy, isUnusable, locked } from '../cache/sqlite-errors.ts';
import { TrackerError } from '../errors.ts';
import { validateBranchName } from '../store/branch-name.ts';
import { refuseCheckedOut } from '../store/checked-out.ts';
import { addCommit } from '../store/commit.ts';
import { findRepository, type Repository, readHead } from '../store/repository.ts';
import { readWriter } from '../store/writer.ts';
import { noteWritten } from './note-written.ts';
import { packOwnObjects } from './pack-own-objects.ts';
import { beginsAnother, planSegments } from './plan-segments.ts';
import { bearRefusal, type Standstill } from './standstill.ts';
import { Transaction } from './transaction.ts';

/** The world outside that a board needs. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
}

export interface BoardOptions {
  /** A path in the repository. */
  readonly repo: string;
  readonly branch: string;
  readonly surroundings: Surroundings;
}

/** How often a write is tried again when others keep moving the branch; each time waits for the lock anew. */
const mostTries = 50;

/** The records of one data branch: read from the cache, written as events in one commit a time. */
export class Board {
  readonly surroundings: Surroundings;
  #cache: Cache;
  /** The branch has what is being written: it must not be written again, and the cache may do without. */
  #hasWritten = false;
  /** A segment was full, and another was begun. */
  #hasFilled = false;
  #repository: Repository & { readonly head: string };

  private constructor(
    cache: Cache,
    repository: Repository & { readonly head: string },
    surroundings: Surroundings,
  ) {
    this.#cache = cache;
    this.#repository = repository;
    this.surroundings = surroundings;
  }

  /** Opens the board, its cache being up to date with the branch. */
  static async open({ repo, branch, surroundings }: BoardOptions): Promise<Board> {
    const repository = await findRepository(repo, validateBranchName(branch));
    if (repository.head === undefined) throw notInitialised(repository);
    return await Board.at({ ...repository, head: repository.head }, surroundings);
  }

  /** The board of a repository that was found before. */
  static async at(
    repository: Repository & { readonly head: string },
    surroundings: Surroundings,
  ): Promise<Board> {
    const board = new Board(new Cache(openCache(repository)), repository, surroundings);
    if (!board.#isCurrent()) await board.refresh();
    return board;
  }

  /** What the records are read from. It may be another one after a write, if this one broke. */
  get cache(): Cache {
    return this.#cache;
  }

  get repository(): Repository & { readonly head: string } {
    return this.#repository;
  }

  /** Takes in what has come to the branch since. */
  async refresh(): Promise<void> {
    await this.#locked(async () => {
      await this.#catchUp();
    });
  }

  /**
   * Runs `plan`, commits the events it adds as `actor`, and resolves to what it returned once the commit is on the
   * branch. If the branch has moved meanwhile, the plan is made again on what came: it must have no effects of its
   * own. A plan that adds no events writes nothing; one that throws leaves everything as it was.
   */
  async write<Result>(actor: string, plan: (transaction: Transaction) => Result): Promise<Result> {
    await refuseCheckedOut(this.#repository);
    let standstill: Standstill | undefined;
    for (let tries = 0; tries < mostTries; tries += 1) {
      const outcome = await this.#locked(() => this.#attempt(actor, plan));
      if (outcome.kind === 'written') {
        if (this.#hasFilled) await packOwnObjects(this.#repository);
        return outcome.result;
      }
      standstill = await bearRefusal(this.#repository, outcome.said, standstill);
      await pause(tries);
    }
    throw new TrackerError(
      'CONFLICT',
      `others moved the data branch before each of ${mostTries} tries`,
      {
        remedy: 'look for a program that keeps moving it, and try again',
      },
    );
  }

  /**
   * Runs `work` while no other tracker writes, on the branch as it then is. It may move the branch: the cache follows.
   */
  async exclusively<Result>(
    work: (repository: Repository & { readonly head: string }) => Promise<Result>,
  ): Promise<Result> {
    await refuseCheckedOut(this.#repository);
    return await this.#locked(async () => {
      await this.#readAgain();
      const result = await work(this.#repository);
      await this.#readAgain();
      return result;
    });
  }

  close(): void {
    this.cache.close();
  }

  async #attempt<Result>(
    actor: string,
    plan: (transaction: Transaction) => Result,
  ): Promise<{ kind: 'written'; result: Result } | { kind: 'refused'; said: string }> {
    await this.#catchUp();
    const { now, random } = this.surroundings;
    const transaction = new Transaction(this.cache, actor, { now: now(), random });
    const result = plan(transaction);
    const { written } = transaction;
    if (written.length === 0) return { kind: 'written', result };
    const outcome = await this.#commit(actor, written, transaction.summary);
    return outcome === undefined ? { kind: 'written', result } : { kind: 'refused', said: outcome };
  }

  /** Undefined when committed, else why git would not move the ref. */
  async #commit(
    actor: string,
    written: readonly WrittenEvent[],
    summary: string,
  ): Promise<string | undefined> {
    const writer = await readWriter(this.#repository);
    const segments = planSegments(this.cache, writer, written);
    const outcome = await addCommit(this.#repository, {
      parents: [this.#repository.head],
      files: segments.map(segment => segment.file),
      message: summary,
      actor,
      time: this.surroundings.now(),
    });
    if (outcome.kind === 'refused') {
      // What the plan put into the cache goes with the transaction.
      this.cache.rollBack();
      // Whoever moved the branch may be no tracker, or one that was killed: then the cache does not tell.
      const head = (await readHead(this.#repository)) ?? this.#repository.head;
      this.#repository = { ...this.#repository, head };
      return outcome.said;
    }
    this.#repository = { ...this.#repository, head: outcome.oid };
    this.#hasWritten = true;
    this.#hasFilled = segments.some(beginsAnother);
    noteWritten(this.cache, segments, outcome.oid);
    return undefined;
  }

  /** Within the lock, the cache tells whether a tracker has written since the branch was read. */
  async #catchUp(): Promise<void> {
    if (!isCaughtUp(this.cache, this.#repository.head)) await this.#readAgain();
  }

  async #readAgain(): Promise<void> {
    const head = await readHead(this.#repository);
    if (head === undefined) throw notInitialised(this.#repository);
    this.#repository = { ...this.#repository, head };
    await catchUp(this.cache, this.#repository, head);
  }

  /** Whether all of the branch, as it was last looked at, is in the cache. */
  #isCurrent(): boolean {
    try {
      return isCaughtUp(this.cache, this.#repository.head);
    } catch (error) {
      if (isUnusable(error)) return false;
      throw isBusy(error) ? locked(error) : error;
    }
  }

  /** Works within the lock, and once more on a new cache if this one cannot be used. */
  async #locked<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await this.#lockedOnce(work);
    } catch (error) {
      if (!isUnusable(error) || this.#hasWritten) throw error;
      this.cache.close();
      this.#cache = new Cache(openNewCache(this.#repository, error));
    }
    return await this.#lockedOnce(work);
  }

  #keep(): void {
    try {
      if (this.cache.database.isTransaction) this.cache.commitChanges();
    } catch (error) {
      if (!this.#hasWritten) throw error;
      this.cache.rollBack();
    }
  }

  async #lockedOnce<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#hasWritten = false;
    this.#hasFilled = false;
    try {
      this.cache.begin();
      const result = await work();
      this.#keep();
      return result;
    } catch (error) {
      this.cache.rollBack();
      throw isBusy(error) ? locked(error) : error;
    }
  }
}

function pause(tries: number): Promise<void> {
  const longest = Math.min(500, 10 * 2 ** Math.min(tries, 6));
  return new Promise(resolve => setTimeout(resolve, Math.random() * longest));
}

function notInitialised({ ref }: Repository): TrackerError {
  return new TrackerError('NOT_INITIALISED', `the repository has no ${ref}`, {
    remedy: 'run `tracker init`, or `tracker sync` if the remote has it',
  });
}
