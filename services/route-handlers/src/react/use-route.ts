import {
  useCallback,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { callEndpoint } from '../client/call-endpoint.ts';
import type {
  CallArguments,
  CallInput,
  CallOutput,
  Endpoint,
  EndpointTypes,
} from '../client/endpoint.ts';
import { type CallState, createCallStore } from './call-store.ts';
import { hookError } from './hook-error.ts';
import { useClientOptions } from './route-provider.ts';
import { valueKey } from './value-key.ts';

/** With `autoRun` the call is made as the component appears, and again when what it sends changes by value. */
export type HookOptions<T extends EndpointTypes> =
  | { readonly autoRun?: false }
  | ({ readonly autoRun: boolean } & CallInput<T>);

export interface HookResult<T extends EndpointTypes>
  extends Omit<CallState<CallOutput<T>>, 'autoKey'> {
  /**
   * Makes the call; the same function in every render. Never rejects: resolves to the data, or to null where the call
   * failed, a newer one took its place or the component is gone.
   */
  readonly fetchData: (...input: CallArguments<T>) => Promise<CallOutput<T> | null>;
}

/** What every generated hook is made of. Only the newest call counts; it is aborted when the component goes. */
export function useRoute<T extends EndpointTypes>(
  endpoint: Endpoint<T>,
  options?: HookOptions<T>,
): HookResult<T> {
  const client = useClientOptions();
  const [store] = useState(() => createCallStore<CallOutput<T>>());
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState);
  const input = options?.autoRun ? options : undefined;
  const autoKey = input && keyOf(client.baseUrl, input);

  // The last of what was committed. Set before any other effect, for a child's may call `fetchData`.
  const latest = useRef({ endpoint, client, input });
  useInsertionEffect(() => {
    latest.current = { endpoint, client, input };
  });
  useInsertionEffect(() => store.attach(), [store]);

  const call = useCallback(
    (sent: CallInput<T> | undefined, key?: string) => {
      const { endpoint, client } = latest.current;
      return store.run(
        signal => callEndpoint(endpoint, sent, client, signal).catch(hookError),
        key,
      );
    },
    [store],
  );
  const fetchData = useCallback((...[sent]: CallArguments<T>) => call(sent), [call]);

  // Strict mode and a hidden `Activity` end effects without ending the component.
  useLayoutEffect(() => store.stop, [store]);
  useEffect(() => {
    if (autoKey !== undefined) void call(latest.current.input, autoKey);
  }, [autoKey, call]);

  // Between this render and its effect the call is as good as begun.
  const isAbout = autoKey !== undefined && autoKey !== state.autoKey;
  return {
    data: state.data,
    error: isAbout ? null : state.error,
    isLoading: isAbout || state.isLoading,
    fetchData,
  };
}

function keyOf(baseUrl: string | undefined, input: object): string {
  const { options, autoRun, ...parts }: { options?: unknown; autoRun?: unknown } = input;
  return valueKey([baseUrl, parts]);
}
