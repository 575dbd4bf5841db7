const short = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** `2026-11-21` as `Nov 21`; days are those of UTC. */
export function sayDay(day: string): string {
  return short.format(new Date(day));
}

/** With its year. */
export function sayFullDay(day: string): string {
  return long.format(new Date(day));
}

/** A length of time in one unit, such as `3.5 hours`. */
export function sayDuration(seconds: number): string {
  if (seconds < 60) return 'under a minute';
  if (seconds < 3_600) return amount(seconds / 60, 'minute', 0);
  if (seconds < 86_400) return amount(seconds / 3_600, 'hour', 1);
  return amount(seconds / 86_400, 'day', 1);
}

function amount(value: number, unit: string, digits: number): string {
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: digits,
  }).format(value);
}
