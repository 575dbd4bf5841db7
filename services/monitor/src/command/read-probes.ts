import { loadConfig } from '../config/load.ts';
import { PicketError } from '../errors.ts';
import { compileProbe } from '../probe/compile.ts';
import type { CompiledProbe } from '../probe/compiled.ts';
import type { Definition } from './assemble.ts';
import { type Importing, importedDefinition } from './imported-definition.ts';

export interface ReadSettings {
  readonly env: NodeJS.ProcessEnv;
  /** The probes `--id` chose, in its order; undefined: all, in the order entered. */
  readonly ids?: readonly string[] | undefined;
  /** Where the file is no config but what another tool wrote. */
  readonly importing?: Importing | undefined;
}

/**
 * Reads and compiles a config file, or one to import. Rejects with every error it has, or `PKT_USAGE` where `ids`
 * has a stranger.
 */
export async function readProbes(
  file: string,
  { env, ids, importing }: ReadSettings,
): Promise<Definition> {
  const { config } = importing
    ? await importedDefinition(importing, env)
    : { config: await loadConfig(file, { env, compile: compileProbe }) };
  const { probes } = config;
  return { config, probes: ids === undefined ? probes : chosen(probes, ids, file) };
}

function chosen(probes: readonly CompiledProbe[], ids: readonly string[], file: string) {
  const byId = new Map(probes.map(probe => [probe.id, probe]));
  const unknown = ids.filter(id => !byId.has(id));
  if (unknown.length > 0) {
    const known = [...byId.keys()].slice(0, 20).join(', ');
    throw new PicketError(
      'PKT_USAGE',
      `--id: ${file} has no probe ${unknown.map(id => JSON.stringify(id)).join(', ')}; it has ${known}`,
    );
  }
  return ids.flatMap(id => byId.get(id) ?? []);
}
