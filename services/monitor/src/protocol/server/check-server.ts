import { answered } from '../answered.ts';
import { startDeadline } from '../deadline.ts';
import { failedBy } from '../failed.ts';
import type { RunContext } from '../protocol.ts';
import type { Result } from '../result.ts';
import { Attempt } from './attempt.ts';

/** How long, in milliseconds, a server that has answered may take to let the connection go. */
const farewell = 1000;

interface Question {
  /** Address of the server, without credentials. */
  readonly url: string;
  /** What it is asked, such as `SELECT 1`. */
  readonly method: string;
}

export interface Reply {
  readonly body: unknown;
  /** Tells the server goodbye, so that it does not log a connection that was cut. */
  readonly leave?: () => Promise<unknown>;
}

/**
 * Asks a server once, within the run's time-out and until its signal.
 * When it resolves, every socket of the attempt is destroyed.
 */
export async function checkServer(
  { url, method }: Question,
  context: RunContext,
  ask: (attempt: Attempt) => Promise<Reply>,
): Promise<Result> {
  using deadline = startDeadline(context);
  const attempt = new Attempt(context, deadline.signal);
  const startedAt = context.now();
  const sent = () => ({
    config: { url, method, headers: {}, data: null },
    ...attempt.read(startedAt),
  });
  try {
    const { body, leave } = await deadline.race(() => ask(attempt));
    const result = answered({ body, ...sent() });
    await atMost(farewell, leave?.());
    return result;
  } catch (error) {
    return failedBy(attempt.explain(error), attempt.phase, sent());
  } finally {
    await atMost(farewell, attempt[Symbol.asyncDispose]());
  }
}

/** Waits for a courtesy, whose failure changes nothing any more. */
async function atMost(milliseconds: number, courtesy: Promise<unknown> | undefined): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([over, Promise.allSettled([courtesy])]);
  clearTimeout(timer);
}
