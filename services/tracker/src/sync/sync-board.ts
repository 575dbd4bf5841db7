import type { Board } from '../board/board.ts';
import { TrackerError } from '../errors.ts';
import { isAncestor, readRef } from '../store/read-objects.ts';
import { findRemote } from '../store/remote-name.ts';
import { checkIncoming } from './check-incoming.ts';
import { eventsIn, type NewLine, readNewLines, warningsOf } from './new-lines.ts';
import { pushBranch } from './push-branch.ts';
import { fetchBranch, moveRef, readRemoteHead, trackingRef } from './remote-branch.ts';
import { remoteFailed } from './remote-error.ts';
import type { RemoteCall } from './remote-git.ts';
import { rest } from './rest.ts';
import { settleNumbers } from './settle-numbers.ts';
import { removeStaleLocks } from './stale-ref-locks.ts';
import { withSyncLock } from './sync-lock.ts';
import type { SyncReport, SyncRequest } from './sync-report.ts';
import { type Incoming, takeIn } from './take-in.ts';

/** How often it is begun anew because others pushed at the same time. */
const mostTries = 30;

/**
 * Brings a board and the branch of the same name on a remote to the same commit: what is new there is taken in, what
 * is new here is pushed, never with force. `outbound` takes in only what has to be before a push.
 */
export async function syncBoard(board: Board, request: SyncRequest): Promise<SyncReport> {
  const remote = findRemote(request.remotes, request.remote);
  const call: RemoteCall = { repository: board.repository, remote, signal: request.signal };
  return await withSyncLock(call, () => new Sync(board, call, request).run());
}

/** What the remote has, and what of it was new here. */
interface Taken {
  readonly commit: string | undefined;
  readonly lines: readonly NewLine[];
}

const nothingThere: Taken = { commit: undefined, lines: [] };

class Sync {
  readonly #board: Board;
  readonly #call: RemoteCall;
  readonly #request: SyncRequest;
  readonly #tracking: string;
  readonly #renumbered: SyncReport['renumbered'][number][] = [];
  readonly #warnings: string[] = [];
  #received = 0;

  constructor(board: Board, call: RemoteCall, request: SyncRequest) {
    this.#board = board;
    this.#call = call;
    this.#request = request;
    this.#tracking = trackingRef(call.repository, call.remote.name);
  }

  async run(): Promise<SyncReport> {
    let said = '';
    for (let tries = 0; tries < mostTries; tries += 1) {
      if (tries > 0) await rest(Math.min(2_000, 50 * 2 ** tries), this.#request.signal);
      const there = await readRemoteHead(this.#call);
      await this.#board.refresh();
      if (there === this.#head) return this.#report(0);
      const outcome = await this.#exchange(there);
      if (typeof outcome === 'number') return this.#report(outcome);
      said = outcome.said;
    }
    throw new TrackerError(
      'CONFLICT',
      `others kept pushing to ${this.#request.remote}: ${mostTries} tries were not enough (${said})`,
      { remedy: 'sync again; what is here is stored' },
    );
  }

  get #head(): string {
    return this.#board.repository.head;
  }

  /** How many events were sent, or why it has to be tried again. */
  async #exchange(there: string | undefined): Promise<number | { readonly said: string }> {
    const { repository, remote } = this.#call;
    await removeStaleLocks(repository, remote, this.#board.surroundings.now());
    const known = await readRef(repository, this.#tracking);
    if (there !== undefined && (await this.#hasNothingToSend(known))) return 0;
    const taken = there === undefined ? nothingThere : await this.#takeFrom(there, known);
    if (taken === undefined) return { said: 'its branch went away' };
    const unsent = await this.#settle(taken);
    if (this.#head === taken.commit) return 0;
    return await this.#push(taken.commit, unsent);
  }

  /** Outbound, the remote may be ahead, as long as it has all of ours. */
  async #hasNothingToSend(known: string | undefined): Promise<boolean> {
    if (this.#request.mode !== 'outbound' || known === undefined) return false;
    return known === this.#head || (await isAncestor(this.#call.repository, this.#head, known));
  }

  /** What is there, once it has been taken in; undefined if the branch has gone. */
  async #takeFrom(there: string, known: string | undefined): Promise<Taken | undefined> {
    const { repository } = this.#call;
    const commit = there === known ? known : await fetchBranch(this.#call);
    if (commit === undefined) return undefined;
    const incoming = { commit, known, ...this.#request };
    await checkIncoming(repository, incoming);
    const lines = await this.#takeLines(incoming);
    if (commit !== known) await moveRef(repository, this.#tracking, commit);
    return { commit, lines };
  }

  async #takeLines(incoming: Incoming): Promise<readonly NewLine[]> {
    const { repository } = this.#call;
    if (await isAncestor(repository, incoming.commit, this.#head)) return [];
    const lines = await readNewLines(repository, incoming.commit, this.#head);
    const unreadable = await takeIn(this.#board, incoming);
    this.#received += lines.length;
    this.#warnings.push(...warningsOf(lines), ...unreadable.map(path => `${path} is damaged`));
    return lines;
  }

  /** Resolves to how many events the remote does not have. */
  async #settle({ commit, lines }: Taken): Promise<number> {
    const unsent = await readNewLines(this.#call.repository, this.#head, commit);
    if (commit === undefined) return unsent.length;
    const renumbered = await settleNumbers(this.#board, this.#request.actor, {
      unsent: eventsIn(unsent),
      received: eventsIn(lines),
    });
    this.#renumbered.push(...renumbered);
    return unsent.length + renumbered.length;
  }

  async #push(
    remoteHead: string | undefined,
    unsent: number,
  ): Promise<number | { readonly said: string }> {
    const pushed = this.#head;
    const outcome = await pushBranch(this.#call, pushed);
    if (outcome.kind === 'pushed') {
      await moveRef(this.#call.repository, this.#tracking, pushed);
      return unsent;
    }
    const { name } = this.#call.remote;
    const isLost = outcome.isRace || (await readRemoteHead(this.#call)) !== remoteHead;
    if (!isLost) throw remoteFailed(name, `it refused what was pushed: ${outcome.said}`);
    return { said: outcome.said };
  }

  #report(sent: number): SyncReport {
    return {
      remote: this.#request.remote,
      received: this.#received,
      sent,
      renumbered: this.#renumbered,
      warnings: this.#warnings,
      commit: this.#head,
    };
  }
}
