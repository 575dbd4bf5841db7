import { startDeadline } from '../deadline.ts';
import { failedBy, type Sent } from '../failed.ts';
import { Fault } from '../fault.ts';
import { watchPhases } from '../phase-watch.ts';
import type { RunContext } from '../protocol.ts';
import type { Result } from '../result.ts';
import { type Answer, answeredHttp } from './answered-http.ts';
import { ask } from './ask.ts';
import { decompress } from './decompress.ts';
import type { Journey } from './journey.ts';
import { locationOf, redirected } from './redirect.ts';
import type { ResponseHead } from './response-head.ts';
import type { Received } from './response-reader.ts';
import type { HttpTarget } from './target.ts';

/** Asks once, following redirects, each on a new connection. Never rejects. */
export async function run(target: HttpTarget, context: RunContext): Promise<Result> {
  const startedAt = context.now();
  const watch = watchPhases('resolve');
  using deadline = startDeadline(context);
  const journey: Journey = { context, deadline, watch, ipFamily: target.ipFamily };
  try {
    const answer = await answerOf(target, journey);
    return answeredHttp(answer, sentOf(target, startedAt, journey));
  } catch (error) {
    return failedBy(error, watch.phase, sentOf(target, startedAt, journey));
  }
}

function sentOf({ config }: HttpTarget, startedAt: number, journey: Journey): Sent {
  const { watch, connectedFamily, tls } = journey;
  const { time, phases } = watch.read();
  return {
    config,
    time,
    measured: {
      startedAt,
      phases,
      ...(connectedFamily !== undefined && { ipFamily: connectedFamily }),
      ...(tls !== undefined && { tls }),
    },
  };
}

async function answerOf(target: HttpTarget, journey: Journey): Promise<Answer> {
  const { received, redirects } = await follow(target, journey);
  const { head, body } = received;
  const encoding = head.headers['content-encoding'];
  if (encoding === undefined || body.length === 0) return { head, body, redirects };
  const { deadline, context } = journey;
  return {
    head,
    body: await deadline.race(() => decompress(body, encoding, context.maxBody)),
    redirects,
  };
}

async function follow(
  target: HttpTarget,
  journey: Journey,
): Promise<{ received: Received; redirects: number }> {
  const { followRedirects, proxy } = target;
  const isFollowed = (head: ResponseHead) => followRedirects > 0 && locationOf(head) !== undefined;
  let request = target.first;
  for (let redirects = 0; ; redirects += 1) {
    const received = await ask(request, target, head => !isFollowed(head), journey);
    const location = locationOf(received.head);
    if (location === undefined || followRedirects === 0) return { received, redirects };
    if (redirects === followRedirects) {
      throw new Fault(3, `more than ${followRedirects} redirects`);
    }
    request = redirected(request, received.head, location, proxy);
  }
}
