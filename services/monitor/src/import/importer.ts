import type { Imported } from './draft.ts';

interface ImportSource {
  /** The file's text: bounded in length, valid UTF-8 without a byte order mark. */
  readonly text: string;
  /** Values of `--variables`, by name; they win over those of the file. */
  readonly variables: ReadonlyMap<string, string>;
  /** Names of those variables that the files of `--variables` say are secret. */
  readonly secretVariables?: ReadonlySet<string>;
  /** Of a HAR file, also what browsers load beside a page: scripts, styles, images, fonts. */
  readonly withAssets: boolean;
}

/**
 * Reads one kind of file. Throws `ImportError` with everything that is wrong with it, each at its place; what it
 * merely cannot carry over is told in findings. In time and memory bounded by the text's length.
 */
export type Importer = (source: ImportSource) => Imported;
