import {
  createContext,
  createElement,
  type FunctionComponentElement,
  type ProviderProps,
  type ReactNode,
  useContext,
  useMemo,
} from 'react';
import type { ClientOptions } from '../client/call-endpoint.ts';

const ClientContext = createContext<ClientOptions>({});

export interface RouteProviderProps extends ClientOptions {
  readonly children?: ReactNode;
}

/** Gives the hooks below it another server or another `fetch`; what it is not given is as if it were not there. */
export function RouteProvider({
  baseUrl,
  fetch,
  children,
}: RouteProviderProps): FunctionComponentElement<ProviderProps<ClientOptions>> {
  const value = useMemo(() => ({ baseUrl, fetch }), [baseUrl, fetch]);
  return createElement(ClientContext, { value }, children);
}

export const useClientOptions = (): ClientOptions => useContext(ClientContext);
