/**
 * Kubernetes' MicroTime: RFC 3339 with six digits of a second, of Unix milliseconds. What the clock can't tell, the
 * `micros` below a millisecond (0 to 999), is the caller's to give.
 */
export function microTime(wallTime: number, micros = 0): string {
  const digits = String(micros).padStart(3, '0');
  return new Date(wallTime).toISOString().replace('Z', `${digits}Z`);
}
