import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { PicketError } from '../../errors.ts';
import { secureContextOf } from '../../protocol/http/secure-context.ts';
import type { Channel } from '../channel.ts';
import type { ChannelContext } from '../channels.ts';
import { DeliveryError } from '../delivery-error.ts';
import { invalidChannel, type Mistake, makeAll } from '../invalid-channel.ts';
import { groupedChannel } from '../message/grouping.ts';
import { createWriter } from '../message/writer.ts';
import { defaultTimeout } from '../schema/channel-fields.ts';
import type { SmtpNotification } from '../schema/smtp.ts';
import { type MailAddress, parseAddress } from './address.ts';
import { failureOf, laterPause } from './failure.ts';
import { createMail } from './mail.ts';

const ports = { starttls: 587, tls: 465, none: 25 } as const;

/** Sends mail. Throws `PKT_CONFIG_INVALID` where an address, the login or a certificate cannot be used. */
export function createSmtp(
  notification: SmtpNotification,
  { version, env = {} }: ChannelContext,
): Channel {
  const { id, subject, text, groupSubject } = notification;
  const [connection, login, from, to] = makeAll(id, [
    () => connectionOf(notification),
    () => loginOf(notification),
    () => addressOf(notification.from, ['from'], id),
    () => recipientsOf(notification),
  ]);
  const texts = { title: subject, text, groupTitle: groupSubject };
  const write = createWriter({ id, texts, env, toLiteral: same => same });
  const server = `${connection.host}:${connection.port}`;
  /** Who has the mail already that others could not be given yet. */
  let partly: { readonly messageId: string; readonly taken: ReadonlySet<string> } | undefined;

  return groupedChannel(notification, async (transitions, signal) => {
    const mail = createMail(write(transitions), transitions, { from, to });
    const taken = partly?.messageId === mail.messageId ? partly.taken : new Set<string>();
    const { composeMail, transmit } = await loadClient();
    const { accepted, rejectedErrors = [] } = await transmit(
      {
        connection,
        login,
        from: from.address,
        to: to.map(({ address }) => address).filter(address => !taken.has(address)),
        mail: await composeMail(mail, version),
      },
      signal,
    ).catch(error => {
      throw failureOf(error, server);
    });
    const later = rejectedErrors.filter(({ responseCode = 0 }) => responseCode < 500);
    if (later.length === 0) {
      partly = undefined;
      return;
    }
    partly = { messageId: mail.messageId, taken: new Set([...taken, ...accepted]) };
    throw new DeliveryError(
      `${server} put off ${later.length} of ${to.length} recipients`,
      laterPause,
    );
  });
}

/** With the first mail: it takes a tenth of a second, which others need not spend at their start. */
async function loadClient() {
  const [{ composeMail }, { transmit }] = await Promise.all([
    import('./compose-mail.ts'),
    import('./transmit.ts'),
  ]);
  return { composeMail, transmit };
}

function connectionOf(notification: SmtpNotification): SMTPConnection.Options {
  const { id, host, security = 'starttls', tls, timeout = defaultTimeout } = notification;
  return {
    host,
    port: notification.port ?? ports[security],
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: {
      ...(tls !== undefined && { secureContext: contextOf(tls, id) }),
      ...(tls?.serverName !== undefined && { servername: tls.serverName }),
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
    },
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
  };
}

function contextOf(tls: NonNullable<SmtpNotification['tls']>, id: string) {
  try {
    return secureContextOf(tls);
  } catch (error) {
    if (!(error instanceof PicketError)) throw error;
    throw invalidChannel(id, ['tls'], `cannot be used: ${error.message}`);
  }
}

function loginOf({ id, user, password, security }: SmtpNotification) {
  if (user === undefined && password === undefined) return undefined;
  if (user === undefined) throw invalidChannel(id, ['password'], 'needs a user, too');
  if (password === undefined) throw invalidChannel(id, ['user'], 'needs a password, too');
  if (security === 'none')
    throw invalidChannel(
      id,
      ['security'],
      'none would show the password to whoever listens: use starttls or tls',
    );
  return { user, pass: password };
}

function recipientsOf({ id, to }: SmtpNotification): readonly MailAddress[] {
  return makeAll(
    id,
    to.map((text, index) => () => addressOf(text, ['to', index], id)),
  );
}

function addressOf(text: string, field: Mistake['field'], id: string): MailAddress {
  const address = parseAddress(text);
  if (address !== undefined) return address;
  throw invalidChannel(id, field, 'is no address such as Picket <ops@example.com>');
}
