/** The path of an absolute URL, undecoded. */
export const pathnameOf = (url: string): string => new URL(url).pathname;

/** What follows `?`, undecoded; '' where there is none. */
export function queryOf(url: string): string {
  const hash = url.indexOf('#');
  const end = hash < 0 ? url.length : hash;
  const mark = url.indexOf('?');
  return mark < 0 || mark > end ? '' : url.slice(mark + 1, end);
}
