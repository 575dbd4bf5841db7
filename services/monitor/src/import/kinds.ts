import { importHar } from './har/import-har.ts';
import type { Importer } from './importer.ts';
import { importInsomnia } from './insomnia/import-insomnia.ts';
import { importPostman } from './postman/import-postman.ts';

/** What can be imported. */
export const importers = {
  postman: importPostman,
  insomnia: importInsomnia,
  har: importHar,
} as const satisfies Readonly<Record<string, Importer>>;

export type ImportKind = keyof typeof importers;

export const importKinds: readonly ImportKind[] = ['postman', 'insomnia', 'har'];
