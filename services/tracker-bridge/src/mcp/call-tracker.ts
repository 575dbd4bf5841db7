import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Logger } from 'pino';
import { BridgeError } from '../errors.ts';
import { refuseReservedFlags, toolReserved } from '../run/reserved-flags.ts';
import type { RunInput } from '../run/run-input.ts';
import { subcommandOf } from '../run/subcommand-of.ts';
import type { Runner } from '../run-tracker.ts';
import { refuseForbidden, type SubcommandPolicy } from './subcommand-policy.ts';
import { errorDocument, runDocument } from './tool-document.ts';
import { checkedInput } from './tool-input.ts';

/** What a call of the tool works with. */
export interface TrackerTool {
  readonly runner: Runner;
  readonly policy: SubcommandPolicy;
  /** Says where a run takes place: what was asked for where that may be, else the default. Throws BAD_REQUEST. */
  readonly place: (input: RunInput) => Promise<RunInput>;
  readonly log: Logger;
}

/** Answers a call; rejects with the signal's reason once that is aborted. */
export async function callTracker(
  tool: TrackerTool,
  value: unknown,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const begun = performance.now();
  try {
    const input = checkedInput(value);
    const result = await tool.runner.run(await permitted(tool, input), signal);
    const ms = Math.round(performance.now() - begun);
    const subcommand = subcommandOf(input.argv)?.name;
    tool.log.info({ subcommand, exitCode: result.exitCode, ms }, 'run');
    return runDocument(result);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof BridgeError) {
      tool.log.warn({ code: error.code }, error.message);
      return errorDocument(error);
    }
    tool.log.error({ err: error }, 'a defect of the bridge');
    return errorDocument(new BridgeError('INTERNAL'));
  }
}

async function permitted({ policy, place }: TrackerTool, input: RunInput): Promise<RunInput> {
  refuseReservedFlags(input.argv, toolReserved);
  refuseForbidden(input, policy);
  const placed = await place(input);
  // Else TRACKER_SYNC of the server's environment would count.
  return policy.readOnly ? { ...placed, sync: 'off' } : placed;
}
