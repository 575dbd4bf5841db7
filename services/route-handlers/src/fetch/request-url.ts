/** The path of a request's URL, undecoded. Such a URL is absolute and normalised, so that it needs no parsing. */
export function pathnameOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  return start < 0 ? '/' : url.slice(start, endOfPath(url));
}

/** What follows `?` in a request's URL, undecoded; '' where there is none. */
export function queryOf(url: string): string {
  const start = endOfPath(url);
  if (url[start] !== '?') return '';
  const hash = url.indexOf('#', start);
  return url.slice(start + 1, hash < 0 ? url.length : hash);
}

function endOfPath(url: string): number {
  const end = url.search(/[?#]/);
  return end < 0 ? url.length : end;
}
