import type { Probe } from './schema.ts';

/** The fields of a probe that hold databases. */
export const databases = [
  'mariadb',
  'mysql',
  'mongo',
  'postgres',
  'redis',
] as const satisfies (keyof Probe)[];

/** The fields of a probe that hold what it checks, in the order of a run: it says which responses are there before. */
export const kinds = [
  'requests',
  'ping',
  'socket',
  ...databases,
] as const satisfies (keyof Probe)[];
