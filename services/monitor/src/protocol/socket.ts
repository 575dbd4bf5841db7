import { once } from 'node:events';
import { connect } from 'node:net';
import { bareHost, hostAndPort } from '../egress/host.ts';
import { PrepareError } from '../errors.ts';
import type { Socket } from '../probe/schema/target.ts';
import { answered } from './answered.ts';
import { checkedLookup } from './checked-lookup.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { failedBy } from './failed.ts';
import { type PhaseWatch, watchPhases } from './phase-watch.ts';
import type { Protocol, RunContext } from './protocol.ts';
import type { Result, SentConfig } from './result.ts';
import { type Answer, readAnswer } from './socket-answer.ts';

type Target = Pick<Socket, 'host' | 'port' | 'data'>;

interface Conversation extends Answer {
  readonly ipFamily: 4 | 6;
}

/**
 * A TCP connection. Without `data`, connecting is the success, and the run ends at once with an empty body.
 * With `data` it is sent, and what the peer says until it closes or falls silent is the body, as UTF-8 text;
 * an empty `data` sends nothing and reads the banner of a peer that speaks first.
 */
export const socket: Protocol<Target, Target> = {
  instance: ({ host, port }) => hostAndPort(bareHost(host), port),
  prepare,
  run,
};

function prepare(target: Target): Target {
  if (target.host === '') throw new PrepareError(14, 'the host is empty');
  return target;
}

async function run(target: Target, context: RunContext): Promise<Result> {
  using deadline = startDeadline(context);
  const startedAt = context.now();
  const watch = watchPhases('resolve');
  const config = configOf(target);
  try {
    const { body, size, endedAt, ipFamily } = await converse(target, context, deadline, watch);
    const { time, phases } = watch.read(endedAt);
    const result = answered({ body, config, time, measured: { startedAt, phases, ipFamily } });
    return { ...result, response: { ...result.response, size } };
  } catch (error) {
    const { time, phases } = watch.read();
    return failedBy(error, watch.phase, { config, time, measured: { startedAt, phases } });
  }
}

async function converse(
  { host, port, data }: Target,
  { egress, maxBody }: RunContext,
  deadline: Deadline,
  watch: PhaseWatch,
): Promise<Conversation> {
  const addresses = await deadline.race(() => egress.resolve(host));
  watch.enter('connect');
  const lookup = checkedLookup(addresses);
  const peer = connect({ host: bareHost(host), port, lookup, autoSelectFamily: true });
  try {
    await deadline.race(() => once(peer, 'connect'));
    const ipFamily = peer.remoteFamily === 'IPv6' ? 6 : 4;
    if (data === undefined) return { body: '', size: 0, endedAt: performance.now(), ipFamily };

    watch.enter('processing');
    peer.write(data);
    const onFirstByte = () => watch.enter('transfer');
    const answer = await deadline.race(() => readAnswer(peer, { maxBody, onFirstByte }));
    return { ...answer, ipFamily };
  } finally {
    peer.destroy();
  }
}

function configOf(target: Target): SentConfig {
  const { data } = target;
  return { url: `tcp://${socket.instance(target)}`, method: 'CONNECT', headers: {}, data };
}
