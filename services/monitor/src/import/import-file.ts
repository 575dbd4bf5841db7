import { ImportError } from './import-error.ts';
import { type ImportedProbes, importProbes } from './import-probes.ts';
import { type ImportKind, importers } from './kinds.ts';
import { checkCount } from './most-requests.ts';
import { readSource } from './read-source.ts';
import { mergedVariables, variablesOf } from './read-variables.ts';

/** MiB of a file to import. */
const largestSource = 64;
/** MiB of a file with variables. */
const largestVariables = 4;

export interface ImportRequest {
  readonly kind: ImportKind;
  readonly file: string;
  /** Files with variables; later ones win. */
  readonly variables: readonly string[];
  /** Of a HAR file, also scripts, styles, images and fonts. */
  readonly withAssets: boolean;
}

/**
 * Reads a file that another tool wrote and makes probes of it. Rejects with `ImportError`, whose lines begin with
 * the file's name, or with `PKT_IMPORT_UNREADABLE`.
 */
export async function importFile(request: ImportRequest): Promise<ImportedProbes> {
  const { kind, file, withAssets } = request;
  const variables = mergedVariables(
    await Promise.all(
      request.variables.map(async each =>
        variablesOf(await readSource(each, largestVariables), each),
      ),
    ),
  );
  const text = await readSource(file, largestSource);
  const read = await importers[kind]();
  try {
    const imported = read({
      text,
      variables: variables.values,
      secretVariables: variables.secrets,
      withAssets,
    });
    checkCount(imported.drafts.length);
    return importProbes(imported, variables);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw new ImportError(error.problems, file);
  }
}
