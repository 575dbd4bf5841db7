import { isForbiddenKey } from '../template/own-value.ts';
import type { ValueReference } from './draft.ts';

/** A value that probes read from `env`. */
export interface ImportedValue {
  /** Name of the `env` entries, of the environment variable and of the key in the Secret. */
  readonly name: string;
  /** What it is called in the source. */
  readonly original: string;
  readonly isSecret: boolean;
  /** As the source has it; never written where it is a secret. */
  readonly value?: string;
  /** Where it is used, each request once. */
  readonly sources: readonly string[];
}

/** Gives each value of a file one name. */
export interface ValueNames {
  /** The name of the value, which is used by what stands at `source`. */
  nameOf(reference: ValueReference, source: string): string;
  /** All of them, in the order they were named. */
  values(): readonly ImportedValue[];
}

/** Variables that any shell or Node itself has: a value of that name would be taken from there. */
const foreign =
  /^(?:BRACE|EDITOR|HOME|HOST|HOSTNAME|LANG|LOGNAME|MAIL|NO_PROXY|OLDPWD|PATH|PORT|PWD|SHELL|TERM|TMPDIR|TZ|USER|(?:HTTPS?|ALL)_PROXY|(?:KUBERNETES|LC|LD|NODE|NPM|PICKET|SSL)_.*|_)$/i;

const longest = 128;

export function createValueNames(): ValueNames {
  const named = new Map<string, ImportedValue & { readonly sources: string[] }>();
  const taken = new Map<string, number>();
  return {
    nameOf(reference, source) {
      const { name: original, value, isSecret } = reference;
      const key = JSON.stringify([original, isSecret, value ?? null]);
      let entry = named.get(key);
      if (entry === undefined) {
        const name = uniqueName(nameLike(reference), taken);
        entry = { name, original, isSecret, sources: [], ...(value !== undefined && { value }) };
        named.set(key, entry);
      }
      if (entry.sources.at(-1) !== source) entry.sources.push(source);
      return entry.name;
    },
    values: () => [...named.values()],
  };
}

/** A name that `env` takes and a shell can set, in the letters of the source. */
function nameLike({ name, value, isSecret }: ValueReference): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\W+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, longest);
  const started = /^[A-Za-z_]/.test(plain) ? plain : `VALUE_${plain}`.replace(/_$/, '');
  const isInline = !isSecret && value !== undefined;
  const isUnfit = isForbiddenKey(started) || (foreign.test(started) && !isInline);
  return isUnfit ? `${started}_VALUE` : started;
}

/** Names that differ in case alone are one to some shells. `taken` holds the number to try next for each. */
function uniqueName(name: string, taken: Map<string, number>): string {
  const key = name.toUpperCase();
  let unique = name;
  while (taken.has(unique.toUpperCase())) {
    const number = taken.get(key) ?? 2;
    taken.set(key, number + 1);
    unique = `${name}_${number}`;
  }
  taken.set(unique.toUpperCase(), 2);
  return unique;
}
