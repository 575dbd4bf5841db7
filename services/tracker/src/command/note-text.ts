import type { ForgeNote } from '../forge/forge-report.ts';
import { printable } from './printable.ts';

/** What a sync with the forge notes about a ticket or an issue, on one line. */
export function noteText({ ticket, issue, text }: ForgeNote): string {
  const of = ticket === null ? (issue === null ? '' : `issue ${issue}: `) : `ticket ${ticket}: `;
  return printable(`${of}${text}`);
}
