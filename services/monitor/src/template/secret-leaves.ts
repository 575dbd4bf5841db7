/**
 * The texts and numbers in a JSON value, as text: what has to be redacted once the value was used.
 * Not recursive, since a response may nest as deep as its size allows.
 */
export function* secretLeaves(value: unknown): Iterable<string> {
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string') yield next;
    else if (typeof next === 'number' || typeof next === 'bigint') yield String(next);
    else if (typeof next === 'object' && next !== null) {
      for (const member of Object.values(next)) pending.push(member);
    }
  }
}
