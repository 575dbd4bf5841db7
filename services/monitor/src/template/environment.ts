import type { Scope } from './scope.ts';

/** Variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Those that are set. */
export function variablesOf(environment: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, text]],
    ),
  );
}

/** What a template outside of a run reads: there `env` is the environment of the process. */
export function scopeOf(environment: Environment): Scope {
  return {
    env: variablesOf(environment),
    responses: [],
    now: () => new Date(),
    onSecret: () => {},
  };
}
