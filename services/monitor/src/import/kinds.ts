import type { Importer } from './importer.ts';

/** What can be imported. An importer is loaded where a file of its kind is read: most calls of `picket` need none. */
export const importers = {
  postman: async () => (await import('./postman/import-postman.ts')).importPostman,
  insomnia: async () => (await import('./insomnia/import-insomnia.ts')).importInsomnia,
  har: async () => (await import('./har/import-har.ts')).importHar,
} as const satisfies Readonly<Record<string, () => Promise<Importer>>>;

export type ImportKind = keyof typeof importers;

export const importKinds: readonly ImportKind[] = ['postman', 'insomnia', 'har'];
