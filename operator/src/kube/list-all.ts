import type { KubeApi, Page, Undecodable } from './api.ts';
import { isExpired } from './kube-error.ts';
import type { KubeObject, Place, Resource } from './resource.ts';

export interface ListAllSettings<T extends KubeObject> {
  readonly api: Pick<KubeApi, 'list'>;
  readonly resource: Resource<T>;
  readonly place: Place;
  readonly labelSelector?: string;
  readonly signal: AbortSignal;
}

const pageSize = 500;
/** Milliseconds for one page. */
const timeout = 60_000;

/**
 * Everything there is, of one version, page by page. Where the server forgets that version before the last page,
 * it is asked for all at once, which can't happen to.
 */
export async function listAll<T extends KubeObject>(
  settings: ListAllSettings<T>,
): Promise<Page<T>> {
  const first = await listPage(settings, { limit: pageSize });
  const pages = [first];
  for (let next = first.continue; next !== undefined; next = pages.at(-1)?.continue) {
    try {
      pages.push(await listPage(settings, { limit: pageSize, continue: next }));
    } catch (error) {
      if (!isExpired(error)) throw error;
      return await listPage(settings, {});
    }
  }
  return joined(pages, pages.at(-1)?.resourceVersion ?? first.resourceVersion);
}

function listPage<T extends KubeObject>(
  { api, resource, place, labelSelector, signal }: ListAllSettings<T>,
  query: { readonly limit?: number; readonly continue?: string },
): Promise<Page<T>> {
  const selector = labelSelector === undefined ? {} : { labelSelector };
  return api.list(resource, place, { ...selector, ...query, timeout, signal });
}

function joined<T>(pages: readonly Page<T>[], resourceVersion: string): Page<T> {
  const undecodable: readonly Undecodable[] = pages.flatMap(page => page.undecodable ?? []);
  const items = pages.flatMap(page => page.items);
  return { items, resourceVersion, ...(undecodable.length === 0 ? {} : { undecodable }) };
}
