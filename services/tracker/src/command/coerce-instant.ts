const form =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[Tt ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.(?<fraction>\d{1,9}))?)?(?<zone>[Zz]|[+-]\d\d:?\d\d)?)?$/;

/**
 * A day or a moment as people write it, as ISO 8601 in UTC to the millisecond: a day begins at midnight UTC, and a
 * moment without a zone is in UTC as well. Undefined for anything else, also for days that the calendar lacks.
 */
export function coerceInstant(given: string): string | undefined {
  const parts = form.exec(given.trim())?.groups;
  if (parts === undefined) return undefined;
  const { year, month, day, hour = '00', minute = '00', second = '00', fraction = '' } = parts;
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`;
  const time = Date.parse(written);
  // Where the date rolls over, such as 30 February, it does not come back as it was written.
  if (Number.isNaN(time) || new Date(time).toISOString() !== written) return undefined;
  const offset = offsetOf(parts.zone ?? 'Z');
  return offset === undefined ? undefined : textOf(time - offset);
}

/** Milliseconds that a zone is ahead of UTC. */
function offsetOf(zone: string): number | undefined {
  if (/^z$/i.test(zone)) return 0;
  const [, sign, hours = '', minutes = ''] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** Moments before the year 0 and after 9999 have another form, which no field takes. */
function textOf(time: number): string | undefined {
  const text = new Date(time).toISOString();
  return /^\d{4}-/.test(text) ? text : undefined;
}
