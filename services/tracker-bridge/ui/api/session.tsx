import { RouteProvider } from '@picket/route-handlers/react';
import {
  Activity,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useState,
} from 'react';
import { createSend } from './send.ts';
import { wait } from './wait.ts';

interface Session {
  readonly hasToken: boolean;
  /** Whether the token that was given last is not the server's. */
  readonly wasRefused: boolean;
  /** Sends the token along; a refusal leads to the sign-in. */
  readonly fetch: typeof fetch;
  signIn(token: string): void;
  /** Forgets the token and whatever is on the page. */
  signOut(): void;
}

const SessionContext = createContext<Session | null>(null);
const key = 'tracker-token';

interface Given {
  readonly token: string | null;
  /** Once the server has refused the token, or a call without one. */
  readonly isRefused: boolean;
  /** Another number is another person at the page, who sees nothing of what was there before. */
  readonly person: number;
}

interface SessionProviderProps {
  readonly signIn: ReactNode;
  readonly children: ReactNode;
}

/**
 * Sends the tab's token with every call below it, and shows `signIn` instead once the server refuses; what was typed
 * below is still there after it. The token is kept for the tab, and may come in the address, as `#token=…`, which no
 * server and no log sees.
 */
export function SessionProvider({ signIn, children }: SessionProviderProps) {
  const [{ token, isRefused, person }, setGiven] = useState<Given>(initialToken);
  const refuse = useCallback(
    (refused: string | null) =>
      setGiven(now => (now.token === refused ? { ...now, isRefused: true } : now)),
    [],
  );
  const send = useMemo(
    () => createSend({ fetch: ownFetch, token, onRefused: () => refuse(token), wait }),
    [token, refuse],
  );
  const session = useMemo<Session>(
    () => ({
      hasToken: token !== null,
      wasRefused: token !== null && isRefused,
      fetch: send,
      signIn(given) {
        sessionStorage.setItem(key, given);
        setGiven(now => ({ ...now, token: given, isRefused: false }));
      },
      signOut() {
        sessionStorage.removeItem(key);
        setGiven(now => ({ token: null, isRefused: true, person: now.person + 1 }));
      },
    }),
    [token, isRefused, send],
  );
  return (
    <SessionContext value={session}>
      {isRefused && signIn}
      <Activity key={person} mode={isRefused ? 'hidden' : 'visible'}>
        <RouteProvider fetch={send}>{children}</RouteProvider>
      </Activity>
    </SessionContext>
  );
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession stands outside SessionProvider');
  return session;
}

/** Called with no `this`: a browser's own `fetch` refuses any but its window. */
const ownFetch: typeof fetch = (input, init) => fetch(input, init);

function initialToken(): Given {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given !== null) {
    sessionStorage.setItem(key, given);
    history.replaceState(null, '', `${location.pathname}${location.search}`);
  }
  return { token: sessionStorage.getItem(key), isRefused: false, person: 0 };
}
