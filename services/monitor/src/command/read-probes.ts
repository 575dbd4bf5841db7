import { compileConfig } from '../config/compile-config.ts';
import { findConfig } from '../config/find.ts';
import { type Config, loadConfig } from '../config/load.ts';
import { PicketError } from '../errors.ts';
import type { CompiledProbe } from '../probe/compiled.ts';
import type { Options } from './options.ts';

/** A config file, read and compiled whole. */
export interface ReadProbes {
  readonly file: string;
  readonly config: Config;
  /** Those that `--id` chose, in its order, else all in the order entered. */
  readonly probes: readonly CompiledProbe[];
}

export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  cwd(): string;
}

/** Throws what reading, validating and compiling throw, and `PKT_USAGE` where `--id` names no probe of the file. */
export async function readProbes(
  { config: named, ids }: Pick<Options, 'config' | 'ids'>,
  { env, cwd }: Surroundings,
): Promise<ReadProbes> {
  const file = named ?? (await findConfig(cwd()));
  const config = await loadConfig(file, { env });
  const probes = compileConfig(config);
  return { file, config, probes: ids === undefined ? probes : chosen(probes, ids, file) };
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
