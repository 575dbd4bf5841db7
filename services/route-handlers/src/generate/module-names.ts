import type { Method } from '../method.ts';
import type { ImportExtension } from './import-extension.ts';
import type { RouteMethod, SlicedImport } from './route-folder.ts';

/** What generated code calls the module of a method's config. */
export const configName = (method: Method): string => (method === 'delete' ? 'del' : method);

/** What `client.ts` calls a method's endpoint. */
export const endpointName = (method: Method): string => `${method}Endpoint`;

/** The import of a method's whole config. */
export function configImport(
  { method, file }: RouteMethod,
  extension: ImportExtension,
  { isType }: { readonly isType: boolean },
): SlicedImport {
  const source = importPath(file, extension);
  return { source, imported: '*', local: configName(method), isType, attributes: '' };
}

/** How a file of the same folder is imported. */
export const importPath = (file: string, extension: ImportExtension): string =>
  `./${file.replace(/\.ts$/, extension)}`;
