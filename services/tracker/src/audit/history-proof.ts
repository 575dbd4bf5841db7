import { readClock } from '../event/clock.ts';
import type { TrackerEvent } from '../event/event.ts';
import { parseEvent } from '../event/parse-event.ts';
import { idOfLine } from '../event/serialise-event.ts';
import type { HistoryCommit } from '../history/commit-graph.ts';
import type { FileLines } from '../history/commit-lines.ts';
import { signatureOf } from '../store/commit.ts';
import { parseQuarantinePath } from '../store/quarantine.ts';
import { parseSegmentPath, segmentPath } from '../store/segment.ts';
import type { Finding, FindingKind } from './finding.ts';

/** A commit writes its events at once; the rest is for waiting on a lock, and clocks that are set meanwhile. */
const longestDelay = 3_600_000;

/** A line that was taken out of a segment. */
export interface GoneLine {
  readonly path: string;
  readonly line: string;
}

/** Takes commits, parents before children, and notes what speaks against them. */
export class HistoryProof {
  readonly #findings: Finding[] = [];
  /** The text of each event, by its id, as it was first brought. */
  readonly #texts = new Map<string, string>();
  /** Other texts that events were given later. */
  readonly #rewritten = new Set<string>();
  /** The latest event that each commit has seen. */
  readonly #latest = new Map<string, string>();
  /** Lines that a commit took out, by `linePlace`; they may be there again. */
  readonly #gone = new Map<string, GoneLine>();
  /** Damaged lines that were brought and may still be put into quarantine, with what speaks against them. */
  readonly #damaged = new Map<string, Finding>();

  get findings(): readonly Finding[] {
    return [...this.#findings, ...this.#damaged.values()];
  }

  get gone(): readonly GoneLine[] {
    return [...this.#gone.values()];
  }

  get events(): number {
    return this.#texts.size;
  }

  /** Whether a commit brought this event in these words. */
  has(id: string, line: string): boolean {
    return this.#texts.get(id) === line || this.#rewritten.has(line);
  }

  add(commit: HistoryCommit, files: readonly FileLines[]): void {
    const seen = latestOf(commit.parents.map(parent => this.#latest.get(parent) ?? ''));
    const quarantined = quarantinedIn(files);
    const ids: string[] = [seen];
    for (const file of files) {
      if (parseSegmentPath(file.path) !== undefined) {
        this.#takeRemoved(commit, file, quarantined.get(file.path) ?? new Set());
        ids.push(...this.#takeBrought(commit, file, seen));
      } else if (parseQuarantinePath(file.path) !== undefined) {
        for (const line of file.removed) {
          this.#note('removed-line', commit, file.path, line, 'it is gone from the quarantine');
        }
      }
    }
    this.#latest.set(commit.oid, latestOf(ids));
  }

  #takeRemoved(commit: HistoryCommit, file: FileLines, quarantined: ReadonlySet<string>): void {
    const brought = new Map(file.brought.map(line => [idOfLine(line), line]));
    for (const line of file.removed) {
      if (quarantined.has(line) && parseEvent(line).kind === 'corrupt') {
        this.#damaged.delete(linePlace(file.path, line));
        continue;
      }
      this.#gone.set(linePlace(file.path, line), { path: file.path, line });
      const id = idOfLine(line);
      const instead = id === undefined ? undefined : brought.get(id);
      if (instead === undefined) {
        this.#note('removed-line', commit, file.path, line, `gone is ${abridged(line)}`);
      }
    }
  }

  /** The ids of the events that it brought. */
  #takeBrought(commit: HistoryCommit, file: FileLines, seen: string): string[] {
    const ids: string[] = [];
    let last = seen;
    for (const line of file.brought) {
      const parsed = parseEvent(line);
      if (parsed.kind === 'corrupt') {
        const message = `${parsed.reason}: ${abridged(line)}`;
        const finding = findingOf('no-event', commit, file.path, line, message);
        this.#damaged.set(linePlace(file.path, line), finding);
      }
      if (parsed.kind !== 'event') continue;
      const { event } = parsed;
      const known = this.#texts.get(event.id);
      if (known !== undefined) {
        if (known !== line) {
          this.#rewritten.add(line);
          const message = `it was ${abridged(known)} and is now ${abridged(line)}`;
          this.#note('rewritten-line', commit, file.path, line, message);
        }
        continue;
      }
      this.#texts.set(event.id, line);
      if (!file.uncertain) this.#judge(commit, file.path, event, last, line);
      last = latestOf([last, event.id]);
      ids.push(event.id);
    }
    return ids;
  }

  #judge(
    commit: HistoryCommit,
    path: string,
    event: TrackerEvent,
    last: string,
    line: string,
  ): void {
    const author = signatureOf(event.by);
    if (author !== commit.author) {
      const message = `it is in the name of ${author}, and its commit is by ${commit.author}`;
      this.#note('foreign-name', commit, path, line, message);
    }
    if (event.id <= last) {
      this.#note('out-of-order', commit, path, line, `its id is not above ${last}`);
    }
    const at = Date.parse(event.at);
    if (Math.abs(at - commit.time) > longestDelay) {
      const message = `it says ${event.at}, its commit ${new Date(commit.time).toISOString()}`;
      this.#note('implausible-time', commit, path, line, message);
    } else if (readClock(event.id).time < at) {
      this.#note('implausible-time', commit, path, line, `its id is of before ${event.at}`);
    }
  }

  #note(
    kind: FindingKind,
    commit: HistoryCommit,
    where: string,
    line: string,
    message: string,
  ): void {
    this.#findings.push(findingOf(kind, commit, where, line, message));
  }
}

function linePlace(path: string, line: string): string {
  return `${path}\n${line}`;
}

function findingOf(
  kind: FindingKind,
  commit: HistoryCommit,
  where: string,
  line: string,
  message: string,
): Finding {
  return { kind, commit: commit.oid, where, event: idOfLine(line), message };
}

/** The lines that the commit put into quarantine, by the segment they are of. */
function quarantinedIn(files: readonly FileLines[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { path, brought } of files) {
    const name = parseQuarantinePath(path);
    if (name === undefined) continue;
    const segment = segmentPath(name.writer, name.number);
    const lines = found.get(segment) ?? new Set();
    for (const line of brought) lines.add(line);
    found.set(segment, lines);
  }
  return found;
}

function latestOf(ids: readonly string[]): string {
  return ids.toSorted().at(-1) ?? '';
}

function abridged(line: string): string {
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
