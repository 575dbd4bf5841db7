import { Notification } from '../notify/schema.ts';
import { at, type Checked, type Problem } from '../probe/problem.ts';
import { memberOf } from '../probe/record.ts';
import { headerName, nameProblems } from '../probe/rules.ts';
import { validate } from '../probe/validate.ts';
import { compileTree } from '../template/compile-tree.ts';
import type { Placed } from './parts.ts';
import type { Environment } from './resolve-env.ts';

/** The channel with its texts rendered: `env` in them is the environment of the process. */
export function checkNotification(
  { path, value }: Placed<Notification>,
  environment: Environment,
): Checked<Notification> {
  const rendered = render({ path, value }, environment);
  const names = nameProblems(memberOf(value, 'headers'), at(path, 'headers'), headerName);
  if (!rendered.ok) return { ok: false, problems: [...rendered.problems, ...names] };
  if (names.length > 0) return { ok: false, problems: names };
  return validate(Notification, rendered.value, path);
}

function render(
  { path, value }: Placed<Notification>,
  environment: Environment,
): Checked<Notification> {
  const variables = Object.entries(environment).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, text] as const],
  );
  const options = { path, allow: 'request', env: undefined, responses: 0 } as const;
  const form = compileTree(value, options);
  if (!form.ok) return form;
  const known = compileTree(value, { ...options, env: new Set(variables.map(([name]) => name)) });
  if (!known.ok) return { ok: false, problems: known.problems.map(unset) };
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
