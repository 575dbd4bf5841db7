/** `2026-01-31 12:00:00 UTC`. */
export function wordTime(unixMs: number): string {
  return `${new Date(unixMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
