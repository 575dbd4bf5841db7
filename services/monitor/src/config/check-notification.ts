import { PicketError } from '../errors.ts';
import { createChannels } from '../notify/channels.ts';
import { Notification } from '../notify/schema.ts';
import { at, type Checked, type Problem } from '../probe/problem.ts';
import { isRecord, memberOf } from '../probe/record.ts';
import { headerName, nameProblems } from '../probe/rules.ts';
import { validate } from '../probe/validate.ts';
import { compileTree } from '../template/compile-tree.ts';
import { version } from '../version.ts';
import type { Placed } from './parts.ts';
import type { Environment } from './resolve-env.ts';

/**
 * The channel with its texts rendered: `env` in them is the environment of the process. What is wrong with the
 * form of the value is told with the document it stands in, and left out here.
 */
export function checkNotification(
  { path, value }: Placed<unknown>,
  environment: Environment,
): Checked<Notification> {
  if (!isRecord(value)) return { ok: false, problems: [] };
  const rendered = render(value, path, environment);
  const problems = [
    ...(rendered.ok ? [] : rendered.problems),
    ...nameProblems(memberOf(value, 'headers'), at(path, 'headers'), headerName),
  ];
  const form = validate(Notification, value);
  if (!rendered.ok || !form.ok || problems.length > 0) return { ok: false, problems };
  const channel = validate(Notification, rendered.value, path);
  return channel.ok ? usable(channel.value, path) : channel;
}

function render(value: object, path: string, environment: Environment): Checked<object> {
  const variables = Object.entries(environment).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, text] as const],
  );
  const options = { path, allow: 'request', env: undefined, responses: 0 } as const;
  const known = compileTree(value, { ...options, env: new Set(variables.map(([name]) => name)) });
  if (!known.ok) {
    const form = compileTree(value, options);
    const faults = new Set(form.ok ? [] : form.problems.map(({ message }) => message));
    const problems = known.problems.map(each => (faults.has(each.message) ? each : unset(each)));
    return { ok: false, problems };
  }
  const scope = {
    env: Object.fromEntries(variables),
    responses: [],
    now: () => new Date(),
    onSecret: () => {},
  };
  return { ok: true, value: known.value.render(scope) };
}

/** The form is sound, so what is left is a variable that isn't there. */
function unset({ path, message }: Problem): Problem {
  return { path, message, hint: 'set it in the environment picket runs in' };
}

/** Makes the channel, only to find out whether it can be made. */
function usable(channel: Notification, path: string): Checked<Notification> {
  try {
    createChannels([channel], { version, now: Date.now });
    return { ok: true, value: channel };
  } catch (error) {
    if (!(error instanceof PicketError)) throw error;
    return { ok: false, problems: [{ path, message: error.message }] };
  }
}
