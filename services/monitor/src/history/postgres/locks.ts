/** `PKTH` in ASCII: the first key of our advisory locks. */
const ours = 0x504b5448;

/** Advisory locks that the processes sharing a database wait for each other by. */
export const locks = {
  migrate: [ours, 1],
  /** Roll-ups are read, added to and written: by one at a time. */
  write: [ours, 2],
} as const;
