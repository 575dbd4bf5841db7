/** A label of DNS, which names of resources are safest as: RFC 1123. */
const longest = 63;

/** Letters and digits of texts as one valid name of a resource; the last ones count most where it gets too long. */
export function slugOf(texts: readonly string[], fallback: string): string {
  const words = texts.map(wordsOf).filter(word => word !== '');
  while (words.length > 1 && words.join('-').length > longest) words.shift();
  const slug = words.join('-').slice(0, longest).replace(/-+$/, '');
  return slug === '' ? fallback : slug;
}

/** Numbers slugs that are taken already. */
export function createSlugs(): (slug: string) => string {
  /** The number to try next for each slug, so that many equal ones take no longer than others. */
  const numbers = new Map<string, number>();
  return slug => {
    let unique = slug;
    while (numbers.has(unique)) {
      const number = numbers.get(slug) ?? 2;
      numbers.set(slug, number + 1);
      const suffix = `-${number}`;
      unique = slug.slice(0, longest - suffix.length).replace(/-+$/, '') + suffix;
    }
    numbers.set(unique, 2);
    return unique;
  };
}

function wordsOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
