import type { Method } from '../method.ts';
import type { Clash } from './emit-client.ts';
import type { ResponseSlice, RouteMethod, SlicedImport } from './route-folder.ts';

export interface PlacedImports {
  /** For the whole module, no two of one name. */
  readonly imports: readonly SlicedImport[];
  /** By method: names its slice uses that are imported by another name, and that other name. */
  readonly rebound: ReadonlyMap<Method, ReadonlyMap<string, string>>;
  readonly clashes: readonly Clash[];
}

/**
 * Brings what the slices of one folder import into one module, whose own names are `reserved`: a name that means
 * something else there, or in another method's slice, is imported by an alias.
 */
export function placeImports(
  methods: readonly RouteMethod[],
  reserved: readonly string[],
): PlacedImports {
  const taken = new Set(reserved);
  const placed = new Map<string, SlicedImport>();
  const rebound = new Map<Method, Map<string, string>>();
  const clashes: Clash[] = [];
  const everything = methods.map(({ response }) => codeOf(response)).join('\n');

  for (const { method, file, response } of methods) {
    const aliases = new Map<string, string>();
    rebound.set(method, aliases);
    for (const name of response.imports) {
      const before = placed.get(keyOf(name));
      if (before) {
        placed.set(keyOf(name), { ...name, isType: before.isType && name.isType });
        continue;
      }
      const { local } = name;
      const others = methods.filter(other => other.method !== method);
      if (!taken.has(local) && !others.some(other => meansAnother(other.response, name))) {
        taken.add(local);
        placed.set(keyOf(name), name);
      } else if (name.isType) {
        clashes.push({ file, name: local });
      } else {
        const alias = freeName(`${local}_${method}`, taken, everything);
        taken.add(alias);
        aliases.set(local, alias);
        const aliased = { ...name, local: alias };
        placed.set(`${keyOf(name)} in ${method}`, aliased);
      }
    }
  }
  return { imports: [...placed.values()], rebound, clashes };
}

/** Whether a slice uses this name without importing it: as a global or a declaration of its own. */
function meansAnother(slice: ResponseSlice, { local }: SlicedImport): boolean {
  return !slice.imports.some(name => name.local === local) && mentions(codeOf(slice), local);
}

function freeName(wished: string, taken: ReadonlySet<string>, code: string): string {
  let name = wished;
  for (let n = 2; taken.has(name) || mentions(code, name); n++) name = `${wished}${n}`;
  return name;
}

const codeOf = ({ statements, result }: ResponseSlice): string =>
  [...statements, result].join('\n');

/** May also find it in a string or a comment, which costs an alias that was not needed. */
function mentions(code: string, name: string): boolean {
  const word = name.replaceAll('$', '\\$');
  return new RegExp(`(?<![\\p{ID_Continue}$])${word}(?![\\p{ID_Continue}$])`, 'u').test(code);
}

const keyOf = ({ source, imported, local, attributes }: SlicedImport): string =>
  JSON.stringify([source, imported, local, attributes]);
