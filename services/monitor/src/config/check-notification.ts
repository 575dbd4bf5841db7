import { createChannels } from '../notify/channels.ts';
import { InvalidChannel, type Mistake } from '../notify/invalid-channel.ts';
import { messageTemplates } from '../notify/message/templates.ts';
import { Notification } from '../notify/schema.ts';
import { at, type Checked, type Problem } from '../probe/problem.ts';
import { isRecord, memberOf } from '../probe/record.ts';
import { headerName, nameProblems } from '../probe/rules.ts';
import { validate } from '../probe/validate.ts';
import { compileTree } from '../template/compile-tree.ts';
import { type Environment, scopeOf, variablesOf } from '../template/environment.ts';
import { version } from '../version.ts';
import type { Placed } from './parts.ts';

/**
 * The channel with its texts rendered: `env` in them is the environment of the process. Templates of messages are
 * checked and stay as they are. What is wrong with the form of the value is told with the document it stands in,
 * and left out here.
 */
export function checkNotification(
  { path, value }: Placed<unknown>,
  environment: Environment,
): Checked<Notification> {
  if (!isRecord(value)) return { ok: false, problems: [] };
  const templates = messageTemplates(value.type);
  const entries = Object.entries(value);
  const isOfMessage = ([name]: readonly [string, unknown]) => templates.has(name);
  const settings = Object.fromEntries(entries.filter(entry => !isOfMessage(entry)));
  const rendered = render(settings, path, environment);
  const problems = [
    ...(rendered.ok ? [] : rendered.problems),
    ...messageProblems(value, path, environment),
    ...nameProblems(memberOf(value, 'headers'), at(path, 'headers'), headerName),
  ];
  const form = validate(Notification, value);
  if (!rendered.ok || !form.ok) return { ok: false, problems };
  if (problems.length > 0) {
    // The rest can be judged without the templates of messages, none of which is required.
    const made = make(rendered.value, path, environment);
    const told = new Set(problems.map(each => each.path));
    const others = made.ok ? [] : made.problems.filter(each => !told.has(each.path));
    return { ok: false, problems: [...problems, ...others] };
  }
  const whole = { ...rendered.value, ...Object.fromEntries(entries.filter(isOfMessage)) };
  return make(whole, path, environment);
}

function make(value: object, path: string, environment: Environment): Checked<Notification> {
  const channel = validate(Notification, value, path);
  return channel.ok ? usable(channel.value, path, environment) : channel;
}

/** The value with the texts in it rendered; `env` is the environment of the process. */
export function render(value: object, path: string, environment: Environment): Checked<object> {
  const tree = withVariables(environment, env =>
    compileTree(value, { path, allow: 'request', env, responses: 0 }),
  );
  if (!tree.ok) return tree;
  return { ok: true, value: tree.value.render(scopeOf(environment)) };
}

function messageProblems(value: object, path: string, environment: Environment): Problem[] {
  return Array.from(messageTemplates(memberOf(value, 'type'))).flatMap(([name, allow]) => {
    const field = { [name]: memberOf(value, name) };
    const compiled = withVariables(environment, env =>
      compileTree(field, { path, allow, env, responses: 0 }),
    );
    return compiled.ok ? [] : compiled.problems;
  });
}

/** Compiles with the variables there are; one that is not there is told as such. */
function withVariables<T>(
  environment: Environment,
  compile: (names: ReadonlySet<string> | undefined) => Checked<T>,
): Checked<T> {
  const known = compile(new Set(Object.keys(variablesOf(environment))));
  if (known.ok) return known;
  const form = compile(undefined);
  const faults = new Set(form.ok ? [] : form.problems.map(({ message }) => message));
  const problems = known.problems.map(each => (faults.has(each.message) ? each : unset(each)));
  return { ok: false, problems };
}

/** The form is sound, so what is left is a variable that isn't there. */
function unset({ path, message }: Problem): Problem {
  return { path, message, hint: 'set it in the environment picket runs in' };
}

/** Makes the channel, only to find out whether it can be made. */
function usable(channel: Notification, path: string, env: Environment): Checked<Notification> {
  try {
    createChannels([channel], { version, now: Date.now, env });
    return { ok: true, value: channel };
  } catch (error) {
    if (!(error instanceof InvalidChannel)) throw error;
    const problemOf = ({ field, reason }: Mistake) => ({
      path: at(path, ...field),
      message: reason,
    });
    return { ok: false, problems: error.mistakes.map(problemOf) };
  }
}
