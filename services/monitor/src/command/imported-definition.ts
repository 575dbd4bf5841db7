import { ImportError } from '../import/import-error.ts';
import { importFile } from '../import/import-file.ts';
import type { ImportedProbes } from '../import/import-probes.ts';
import type { ImportKind } from '../import/kinds.ts';
import { probeSources } from '../import/sources.ts';
import { compileProbe } from '../probe/compile.ts';
import type { Definition } from './assemble.ts';

/** What `--postman`, `--insomnia` and `--har` ask for: to run the requests of a file without a config. */
export interface Importing {
  readonly kind: ImportKind;
  readonly file: string;
  /** Files with variables; later ones win. */
  readonly variables: readonly string[];
}

/**
 * The probes of a file that another tool wrote, with the values it has; nobody is notified. Rejects as
 * `importFile` does, and with `ImportError` where values are missing or no request can be run.
 */
export async function importedDefinition(
  { kind, file, variables }: Importing,
  environment: NodeJS.ProcessEnv,
): Promise<Definition> {
  const imported = await importFile({ kind, file, variables, withAssets: false });
  const probes = sourcesOf(imported, environment, file).flatMap(source => {
    const compiled = compileProbe(source);
    return compiled.ok ? compiled.value : [];
  });
  if (probes.length === 0) throw failure('holds no request that can be run', file);
  const notes = notesOf(imported, kind, file);
  return {
    config: { probes, notifications: [], egress: { allow: [], deny: [] }, history: {}, notes },
    probes,
  };
}

function sourcesOf(imported: ImportedProbes, environment: NodeJS.ProcessEnv, file: string) {
  try {
    return probeSources(imported, environment);
  } catch (error) {
    throw error instanceof ImportError ? new ImportError(error.problems, file) : error;
  }
}

function notesOf({ probes, requests, findings }: ImportedProbes, kind: ImportKind, file: string) {
  const suspended = probes.filter(({ suspend }) => suspend === true);
  const told = [...requests.flatMap(request => request.findings), ...findings];
  const notes = suspended.map(
    ({ id }) => `${id} is incomplete and is not run: picket import ${kind} ${file} tells why`,
  );
  if (told.length === 0) return notes;
  return [
    ...notes,
    `${told.length} parts of ${file} were changed or left out: picket import ${kind} ${file} tells them`,
  ];
}

function failure(message: string, file: string): ImportError {
  return new ImportError([{ path: '', message }], file);
}
