/** What a process spent on the processor so far, in microseconds. */
export interface Spent {
  readonly microseconds: number;
}

/** The server's side of the measuring: tells its port once, then what it spent each time it is asked. */
export function reportUsage(port: number): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ microseconds: user + system } satisfies Spent);
  });
  process.once('disconnect', () => process.exit());
  process.send?.({ port });
}
