import type { Board } from '../board/board.ts';
import { TrackerError } from '../errors.ts';
import type { Ticket } from '../record/record.ts';
import { applySettlement } from './apply-settlement.ts';
import type { ForgeClient } from './forge-client.ts';
import { ForgeRequestError, forgeError } from './forge-errors.ts';
import type { ForgeNote, ForgeSyncReport } from './forge-report.ts';
import { mostRetries } from './patience.ts';
import type { Settlement } from './settlement.ts';

/** Settlements of one commit. */
const batch = 25;

/** Tickets in a row that failed on the forge's side, after which it counts as down. */
const mostFailed = 3;

/** Errors of what one ticket holds; any other is of the whole board. */
const ofOneTicket: ReadonlySet<string> = new Set(['INVALID', 'NOT_FOUND', 'DELETED', 'INTERNAL']);

/** Records settlements on the board, several a commit, and keeps count for the report. */
export class Recorder {
  readonly #board: Board;
  readonly #actor: string;
  readonly #waiting: Settlement[] = [];
  readonly #notes: ForgeNote[] = [];
  readonly #failures: ForgeNote[] = [];
  /** Issues whose settlements the board would not take: they must be looked at again. */
  readonly unrecorded: number[] = [];
  #received = 0;
  #sent = 0;
  #created = 0;
  #failedInARow = 0;

  constructor(board: Board, actor: string) {
    this.#board = board;
    this.#actor = actor;
  }

  get counts(): Pick<ForgeSyncReport, 'received' | 'sent' | 'created' | 'notes' | 'failures'> {
    return {
      received: this.#received,
      sent: this.#sent,
      created: this.#created,
      notes: this.#notes,
      failures: this.#failures,
    };
  }

  note(ticket: Ticket | null, issue: number | null, text: string): void {
    this.#notes.push({ ticket: ticket?.number ?? null, issue, text });
  }

  fail(ticket: Ticket | null, issue: number | null, text: string): void {
    this.#failures.push({ ticket: ticket?.number ?? null, issue, text });
  }

  noteCreated(): void {
    this.#created += 1;
  }

  /** Does the work on one ticket. What concerns it alone becomes a failure in the report, and the others go on. */
  async guard(ticket: Ticket, issue: number | null, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#failedInARow = 0;
    } catch (error) {
      if (!(error instanceof ForgeRequestError)) throw error;
      const { failure } = error;
      this.fail(ticket, issue, 'said' in failure ? failure.said : `the forge says ${failure.kind}`);
      this.#failedInARow = failure.kind === 'transient' ? this.#failedInARow + 1 : 0;
      if (this.#failedInARow >= mostFailed) throw forgeError(failure, undefined);
    }
  }

  async add(settlement: Settlement): Promise<void> {
    this.#waiting.push(settlement);
    if (this.#waiting.length >= batch) await this.flush();
  }

  async flush(): Promise<void> {
    const settlements = this.#waiting.splice(0);
    if (settlements.length === 0) return;
    try {
      await this.#record(settlements);
    } catch (error) {
      if (!isOfOneTicket(error)) throw error;
      for (const settlement of settlements) await this.#recordAlone(settlement);
    }
  }

  async #recordAlone(settlement: Settlement): Promise<void> {
    try {
      await this.#record([settlement]);
    } catch (error) {
      if (!isOfOneTicket(error)) throw error;
      const number = settlement.issue?.number;
      this.fail(settlement.ticket, number ?? null, error.message);
      if (number !== undefined) this.unrecorded.push(number);
    }
  }

  async #record(settlements: readonly Settlement[]): Promise<void> {
    const taken = await this.#board.write(this.#actor, transaction => {
      const taking = settlements.map(settlement => applySettlement(transaction, settlement));
      transaction.summary = `forge: ${settlements.length} tickets`;
      return taking;
    });
    this.#received += taken.filter(Boolean).length;
    for (const { ticket, issue, sent, notes, failures } of settlements) {
      if (sent) this.#sent += 1;
      for (const text of notes) this.note(ticket, issue?.number ?? null, text);
      for (const text of failures) this.fail(ticket, issue?.number ?? null, text);
    }
  }
}

/** Tries again what failed on the forge's side while writing; `again` tells the work to look anew before it writes. */
export async function patiently<Result>(
  client: ForgeClient,
  work: (again: boolean) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work(tries > 1);
    } catch (error) {
      const isWorthIt =
        error instanceof ForgeRequestError && error.failure.kind === 'transient' && error.isWrite;
      if (!isWorthIt || tries > mostRetries) throw error;
      await client.transport.patience.afterFailure(tries);
    }
  }
}

function isOfOneTicket(error: unknown): error is TrackerError {
  return error instanceof TrackerError && ofOneTicket.has(error.code);
}
