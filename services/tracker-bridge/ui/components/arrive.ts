let arrivedAt = location.pathname;

/** True once for each page that is gone to, but not for the first, where the browser knows better. */
export function arrive(): boolean {
  if (location.pathname === arrivedAt) return false;
  arrivedAt = location.pathname;
  return true;
}
