/** What was asked for, or a rejection with `late()` once it takes longer than so many milliseconds. */
export async function within<T>(ms: number, asked: Promise<T>, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  try {
    return await Promise.race([asked, promise]);
  } finally {
    clearTimeout(timer);
  }
}
