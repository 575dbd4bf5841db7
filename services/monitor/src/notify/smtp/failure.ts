import { DeliveryError } from '../delivery-error.ts';

/** Milliseconds that a server that says to come later is left alone for: greylisting lasts minutes. */
export const laterPause = 60_000;

/** What went wrong, without the server's words: they hold addresses, and may hold anything. */
export function failureOf(error: unknown, server: string): DeliveryError {
  const { code, responseCode, command } = factsOf(error);
  if (responseCode !== undefined) {
    const what = command?.startsWith('AUTH') ? 'the user or password' : 'the mail';
    const pause = responseCode < 500 ? laterPause : undefined;
    return new DeliveryError(`${server} refused ${what} (${responseCode})`, pause);
  }
  return new DeliveryError(`${server} did not take the mail (${code})`);
}

interface Facts {
  readonly code: string;
  /** The server's three digits. */
  readonly responseCode: number | undefined;
  readonly command: string | undefined;
}

function factsOf(error: unknown): Facts {
  if (!(error instanceof Error)) {
    return { code: typeof error, responseCode: undefined, command: undefined };
  }
  const member = (name: string): unknown => Reflect.get(error, name);
  // The client's own code is coarse: ESOCKET stands for a refused connection as for a certificate.
  const code = member('originalCode') ?? member('code');
  const [responseCode, command] = [member('responseCode'), member('command')];
  return {
    code: typeof code === 'string' ? code : error.name,
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
    command: typeof command === 'string' ? command : undefined,
  };
}
