import type { Channel, Grouping } from './channel.ts';
import type { DeliverContext } from './deliver.ts';
import type { Group } from './group.ts';
import { inTime } from './in-time.ts';
import type { Delivery } from './outbox.ts';
import { nameOf, settle } from './settle.ts';
import { judgeFailure, type Verdict, waitAfter, wordFailure } from './verdict.ts';

/** Outcomes under way to the record at a time. */
const concurrency = 200;

export interface GroupSteps {
  readonly grouping: Grouping;
  readonly cutOff: AbortSignal;
}

/** What became of the message, and how many milliseconds there is to be no other. */
interface Outcome {
  readonly wait: number;
  readonly verdictOn: (delivery: Delivery) => Verdict;
}

/**
 * Tells of a group in one message and records what became of each delivery. Resolves to the milliseconds before
 * which there is to be no other message; undefined where it was cut off, which leaves what is not recorded owed.
 * Never rejects.
 */
export async function deliverGroup(
  group: Group,
  channel: Channel,
  context: DeliverContext,
  steps: GroupSteps,
): Promise<number | undefined> {
  const outcome = await tryOnce(group, channel, context, steps);
  const { clock } = context;
  const triedAt = clock.wallTime();
  if (outcome === undefined) return undefined;
  await recordAll(group, outcome.verdictOn, context, steps.cutOff);
  if (steps.cutOff.aborted) return undefined;
  // Recording takes its time, and a clock may be set back.
  const passed = Math.max(0, clock.wallTime() - triedAt);
  return Math.max(0, outcome.wait - passed);
}

async function tryOnce(
  group: Group,
  channel: Channel,
  { clock, log, random }: DeliverContext,
  { grouping, cutOff }: GroupSteps,
): Promise<Outcome | undefined> {
  const transitions = group.flatMap(line => line.map(({ transition }) => transition));
  const about = { channel: channel.id, transitions: transitions.length };
  try {
    const limits = { timeout: channel.timeout, clock, cutOff };
    await inTime(limits, signal => grouping.send(transitions, signal));
    log.debug(about, 'notification sent');
    const at = clock.wallTime();
    return { wait: grouping.every, verdictOn: () => ({ at, outcome: 'sent' }) };
  } catch (error) {
    if (cutOff.aborted) return undefined;
    const attempts = Math.max(...group.map(([first]) => first?.attempts ?? 0));
    const chance = random();
    const wait = waitAfter(error, attempts + 1, chance);
    log.warn(
      { ...about, reason: wordFailure(error), retryIn: wait },
      'notification failed; will try again',
    );
    const failed = { error, at: clock.wallTime(), random: chance };
    const verdictOn = (delivery: Delivery) =>
      judgeFailure({ ...failed, delivery: { ...delivery, attempts } });
    return { wait, verdictOn };
  }
}

/** Of an alert one after the other: a later one recorded without an earlier one would let that be told after it. */
async function recordAll(
  group: Group,
  verdictOn: (delivery: Delivery) => Verdict,
  context: DeliverContext,
  cutOff: AbortSignal,
): Promise<void> {
  const lines = group.values();
  const recordNext = async () => {
    for (const line of lines) await recordLine(line);
  };
  const recordLine = async (line: readonly Delivery[]) => {
    for (const delivery of line) {
      const verdict = verdictOn(delivery);
      if (verdict.outcome === 'gave-up') {
        const { reason } = verdict;
        context.log.error({ ...nameOf(delivery), reason }, 'notification given up');
      }
      if (!(await settle(delivery, verdict, context, cutOff))) return;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, recordNext));
}
