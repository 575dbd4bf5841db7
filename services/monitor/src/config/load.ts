import type { EgressRules } from '../egress/egress.ts';
import { PicketError } from '../errors.ts';
import type { HistorySection } from '../history/schema.ts';
import type { Notification } from '../notify/schema.ts';
import type { Checked, Problem } from '../probe/problem.ts';
import { type CheckSettings, checkSections } from './check-sections.ts';
import { ConfigError } from './config-error.ts';
import { partsOf } from './parts.ts';
import { type ReadAtMost, readAtMost, whyUnreadable } from './read-at-most.ts';
import { readYaml } from './read-yaml.ts';

const maxBytes = 10 * 1024 * 1024;

/** What a config file says beside its probes. */
export interface SharedConfig {
  /** Their texts rendered. */
  readonly notifications: readonly Notification[];
  readonly egress: EgressRules;
  /** Its texts rendered; empty where nothing is said of it. */
  readonly history: HistorySection;
  /** What the user may want to know, such as resources that were ignored. */
  readonly notes: readonly string[];
}

/** What a config file says, checked; the probes as `compile` made them, in the order entered. */
export interface Config<Probe> extends SharedConfig {
  readonly probes: readonly Probe[];
}

export interface LoadSettings<Probe> extends CheckSettings<Probe> {
  readonly readFile?: ReadAtMost;
}

/**
 * Reads and checks a config file. Rejects with `ConfigError` holding every problem there is,
 * or with `PKT_CONFIG_UNREADABLE`.
 */
export async function loadConfig<Probe>(
  file: string,
  settings: LoadSettings<Probe>,
): Promise<Config<Probe>> {
  const config = await readConfig(file, settings);
  if (config.probes.length === 0) throw invalid(file, 'has no probes', config.notes);
  return config;
}

/**
 * Reads and checks a file that says what all probes share and holds none itself, as the operator's does.
 * Rejects as `loadConfig` does.
 */
export async function loadShared(
  file: string,
  settings: Pick<LoadSettings<never>, 'env' | 'readFile'>,
): Promise<SharedConfig> {
  const compile = (): Checked<never> => ({
    ok: false,
    problems: [
      {
        path: '',
        message: 'is a probe, which does not belong here',
        hint: 'apply it as a resource',
      },
    ],
  });
  return readConfig(file, { ...settings, compile });
}

/** The channels of a file, whatever is the matter with its probes. Rejects as `loadConfig` does. */
export async function loadChannels(
  file: string,
  settings: Pick<LoadSettings<never>, 'env' | 'readFile'>,
): Promise<readonly Notification[]> {
  const compile = (): Checked<undefined> => ({ ok: true, value: undefined });
  return (await readConfig(file, { ...settings, compile })).notifications;
}

async function readConfig<Probe>(
  file: string,
  settings: LoadSettings<Probe>,
): Promise<Config<Probe>> {
  const { documents, problems } = readYaml(await readText(file, settings.readFile ?? readAtMost));
  if (documents.length === 0 && problems.length > 0) throw new ConfigError(placed(problems, file));
  const sections = documents.map(({ value, lineOf }) => ({ parts: partsOf(value), lineOf }));
  const { problems: found, ...config } = checkSections(sections, settings);
  const all = [...problems, ...found].toSorted((a, b) => a.line - b.line);
  if (all.length > 0) throw new ConfigError(placed(all, file));
  return config;
}

function placed<T extends Problem>(problems: readonly T[], file: string): (T & { file: string })[] {
  return problems.map(problem => ({ ...problem, file }));
}

async function readText(file: string, readFile: ReadAtMost): Promise<string> {
  const bytes = await readFile(file, maxBytes + 1).catch((cause: unknown) => {
    const message = `cannot read ${file}: ${whyUnreadable(cause)}`;
    throw new PicketError('PKT_CONFIG_UNREADABLE', message, { cause });
  });
  if (bytes.length > maxBytes) throw invalid(file, 'is larger than 10 MiB');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid(file, 'is not UTF-8 text');
  }
}

function invalid(file: string, message: string, notes: readonly string[] = []): ConfigError {
  const hint = notes.length > 0 ? { hint: notes.slice(0, 5).join('; ') } : {};
  return new ConfigError([{ file, path: '', message, ...hint }]);
}
