import SMTPConnection from 'nodemailer/lib/smtp-connection';

export interface Transmission {
  readonly connection: SMTPConnection.Options;
  readonly login?: { readonly user: string; readonly pass: string } | undefined;
  readonly from: string;
  readonly to: readonly string[];
  readonly mail: Buffer;
}

/**
 * Says one mail to a server on a connection of its own. Rejects with the client's error, or with the reason of
 * `signal`, which ends the connection.
 */
export async function transmit(
  { connection: options, login, from, to, mail }: Transmission,
  signal: AbortSignal,
): Promise<SMTPConnection.SentMessageInfo> {
  signal.throwIfAborted();
  const connection = new SMTPConnection(options);
  const broken = Promise.withResolvers<never>();
  const abort = () => broken.reject(signal.reason);
  connection.on('error', broken.reject);
  signal.addEventListener('abort', abort, { once: true });
  const step = <T>(say: (done: Done<T>) => void) =>
    Promise.race([
      broken.promise,
      new Promise<T>((resolve, reject) => say(settle(resolve, reject))),
    ]);
  try {
    await step<void>(done => connection.connect(error => done(error)));
    if (login !== undefined)
      await step<void>(done => connection.login(login, error => done(error)));
    const info = await step<SMTPConnection.SentMessageInfo>(done =>
      connection.send({ from, to: [...to] }, mail, done),
    );
    connection.quit();
    return info;
  } finally {
    signal.removeEventListener('abort', abort);
    connection.close();
  }
}

type Done<T> = (error: Error | null | undefined, value: T) => void;

function settle<T>(resolve: (value: T) => void, reject: (error: Error) => void): Done<T> {
  return (error, value) => (error ? reject(error) : resolve(value));
}
