/** How an answer can be compressed, best first. */
const encodings = ['br', 'gzip'] as const;

export type Encoding = (typeof encodings)[number];

/** The best of those that an `Accept-Encoding` names (RFC 9110, 12.5.3); undefined where it is to go as it is. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  const weights = new Map((header ?? '').split(',').map(weighed));
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const best = encodings.toSorted((one, other) => weightOf(other) - weightOf(one))[0];
  return best !== undefined && weightOf(best) > 0 ? best : undefined;
}

/** As in `gzip;q=0.5`; what cannot be read is not wanted. */
function weighed(element: string): readonly [name: string, weight: number] {
  const [name = '', parameter = 'q=1'] = element
    .trim()
    .toLowerCase()
    .split(/\s*;\s*/);
  const weight = /^q=([01](?:\.\d{0,3})?)$/.exec(parameter)?.[1] ?? '0';
  return [name, Math.min(Number(weight), 1)];
}
