/** Whoever did something, by name; the address is shown when pointed at. */
export function Person({ actor }: { readonly actor: string }) {
  return <span title={actor}>{personName(actor)}</span>;
}

/** `Ann Lee <ann@example.org>` is Ann Lee. */
export function personName(actor: string): string {
  const name = actor.replace(/<[^<>]*>\s*$/, '').trim();
  return name === '' ? actor : name;
}
