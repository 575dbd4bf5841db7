import { importHar } from './har/import-har.ts';
import type { Importer } from './importer.ts';
import { importInsomnia } from './insomnia/import-insomnia.ts';

/** What can be imported. */
export const importers = {
  har: importHar,
  insomnia: importInsomnia,
} as const satisfies Readonly<Record<string, Importer>>;
export type ImportKind = keyof typeof importers;
