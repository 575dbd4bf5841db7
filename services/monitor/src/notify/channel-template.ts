import { compileTemplate } from '../template/compile-template.ts';
import { type Environment, scopeOf, variablesOf } from '../template/environment.ts';
import type { Names } from '../template/reference.ts';

/** A template of a channel that is filled in with the values of its names, for each message. */
export type ChannelTemplate = (values: Readonly<Record<string, unknown>>) => string;

/** Or what is wrong with it, for the message of an error. */
export function compileChannelTemplate(
  text: string,
  allow: Names,
  environment: Environment = {},
): ChannelTemplate | { readonly mistake: string } {
  const env = new Set(Object.keys(variablesOf(environment)));
  const compiled = compileTemplate(text, { path: '', allow, env, responses: 0 });
  if (!compiled.ok) {
    return { mistake: compiled.problems.map(({ message }) => message).join('; ') };
  }
  const scope = scopeOf(environment);
  return values => compiled.value.render({ ...scope, values });
}
