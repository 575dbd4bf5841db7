import { randomUUID } from 'node:crypto';
import type { Transition } from '../alert/transition.ts';
import { findConfig } from '../config/find.ts';
import { loadChannels } from '../config/load.ts';
import { PicketError } from '../errors.ts';
import type { Channel } from '../notify/channel.ts';
import { createChannels } from '../notify/channels.ts';
import { inTime } from '../notify/in-time.ts';
import { testTransitions } from '../notify/test-transitions.ts';
import { wordFailure } from '../notify/verdict.ts';
import { systemClock } from '../schedule/clock.ts';
import { version } from '../version.ts';
import { exitCode } from './exit.ts';
import type { CommandProcess } from './main.ts';
import { stopSignals } from './stop-signals.ts';
import type { Subcommand } from './subcommand.ts';

/** `picket notify-test`: sends a test incident and its recovery on a channel, as a run would. */
export const notifyTestCommand: Subcommand = {
  name: 'notify-test',
  describe: command =>
    command
      .description('Send a test incident and its recovery on a channel, and tell what happened.')
      .argument('<id>', 'id of the channel in the config file')
      .option('-c, --config <file>', 'config file (default: as for run)')
      .allowExcessArguments(false)
      .addHelpText(
        'after',
        '\nExit codes: 0 both were taken, 1 one was not or the config has errors, 2 wrong usage.',
      ),
  async run(given, process) {
    const [id = ''] = given.args;
    const { config } = given.opts<{ config?: string }>();
    const file = config ?? (await findConfig(process.cwd()));
    const channel = await openChannel(id, file, process.env);
    using signals = stopSignals(process);
    const facts = { uid: randomUUID(), channel: id, at: systemClock.wallTime() };
    for (const transition of testTransitions(facts)) {
      if (!(await tell(channel, transition, { cutOff: signals.stop, process })))
        return exitCode.trouble;
    }
    return exitCode.well;
  },
};

async function openChannel(id: string, file: string, env: NodeJS.ProcessEnv): Promise<Channel> {
  const notifications = await loadChannels(file, { env });
  const chosen = notifications.filter(notification => notification.id === id);
  const channel = createChannels(chosen, { version, now: Date.now, env }).get(id);
  if (channel !== undefined) return channel;
  const ids = notifications.map(notification => notification.id);
  const known = ids.length === 0 ? 'it has none' : `it has ${ids.join(', ')}`;
  throw new PicketError('PKT_USAGE', `${file} has no channel ${JSON.stringify(id)}; ${known}`);
}

interface Telling {
  readonly cutOff: AbortSignal;
  readonly process: Pick<CommandProcess, 'stdout' | 'stderr'>;
}

/** True where it was taken. */
async function tell(
  channel: Channel,
  transition: Transition,
  { cutOff, process }: Telling,
): Promise<boolean> {
  const { id, timeout, grouping } = channel;
  const startedAt = systemClock.now();
  const passed = () => `${Math.round(systemClock.now() - startedAt)} ms`;
  try {
    await inTime({ timeout, clock: systemClock, cutOff }, signal =>
      grouping === undefined
        ? channel.send(transition, signal)
        : grouping.send([transition], signal),
    );
    process.stdout.write(`${id}: the test ${transition.type} was taken after ${passed()}\n`);
    return true;
  } catch (error) {
    const reason = cutOff.aborted ? 'it was interrupted' : wordFailure(error);
    process.stderr.write(
      `${id}: the test ${transition.type} was not taken: ${reason}, after ${passed()}\n`,
    );
    return false;
  }
}
