import { isBuiltin } from 'node:module';

/** Why a browser can't import a module, as far as its name tells. */
export function refusedImport(source: string): string | undefined {
  if (isBuiltin(source)) return 'which is built into Node';
  if (serverPackages.has(source)) return 'which only a server can load';
  if (isConfigSource(source)) return 'which is a config, with a handler';
  return undefined;
}

/** Whether an import's source, or a file, is a config, of whichever folder. */
export const isConfigSource = (source: string): boolean =>
  /(?:^|\/)route\.[a-z]+\.config(?:\.[jt]s)?$/.test(source);

const serverPackages: ReadonlySet<string> = new Set([
  'server-only',
  'next/cache',
  'next/headers',
  'next/server',
  'fastify',
  '@picket/route-handlers/fastify',
  '@picket/route-handlers/fetch',
  '@picket/route-handlers/openapi',
]);
