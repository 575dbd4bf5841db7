import type { ForgeBase } from '../event/event.ts';
import type { Epic, Story, Ticket } from '../record/record.ts';

/** The name and version that an export bears. A version is raised when older trackers could not read it rightly. */
export const exportFormat = 'tracker-export';
export const exportVersion = 1;

interface Kept {
  /** Numbers that it had before its present one, ascending: they are never given to another record. */
  readonly formerNumbers: readonly number[];
}

/** A record with what of it users are not shown. */
export type ExportItem =
  | (Epic & Kept)
  | (Story & Kept)
  | (Ticket & Kept & { readonly forgeBase: ForgeBase | null });

export interface ExportDocument {
  readonly format: typeof exportFormat;
  readonly version: typeof exportVersion;
  /** Epics, stories, tickets, each by number. */
  readonly items: readonly ExportItem[];
}
