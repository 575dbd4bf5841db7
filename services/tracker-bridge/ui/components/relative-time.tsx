const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment (ISO 8601) as people say it; exactly, when pointed at. */
export function RelativeTime({ at }: { readonly at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={exact.format(date)}>
      {sayAgo((date.getTime() - Date.now()) / 1000)}
    </time>
  );
}

function sayAgo(seconds: number): string {
  const step = steps.find(([, length]) => Math.abs(seconds) >= length);
  return step === undefined ? 'just now' : words.format(Math.round(seconds / step[1]), step[0]);
}
