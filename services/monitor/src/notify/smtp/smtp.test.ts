import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createCertificates } from '../../../fixtures/certificates.ts';
import { startMailServer } from '../../../fixtures/mail-server.ts';
import { sampleTransition } from '../../../fixtures/sample-change.ts';
import type { Transition } from '../../alert/transition.ts';
import type { SmtpNotification } from '../schema/smtp.ts';
import { createSmtp } from './smtp.ts';

const [incident, recovery] = [sampleTransition('uid', 1), sampleTransition('uid', 2)];
const certificates = await createCertificates();
const tls = { ca: certificates.ca };

async function start(options: SMTPServerOptions = {}) {
  const server = await startMailServer({ ...certificates.valid, ...options });
  onTestFinished(server.close);
  return server;
}

function create(port: number, rest: Partial<SmtpNotification> = {}) {
  return createSmtp(
    {
      id: 'mail',
      type: 'smtp',
      host: '127.0.0.1',
      port,
      tls,
      from: 'Picket <picket@example.com>',
      to: ['ops@example.com'],
      ...rest,
    },
    { version: '1.2.3', now: Date.now, env: { TEAM: 'payments' } },
  );
}

const signal = () => AbortSignal.timeout(10_000);

async function sent(transitions: readonly Transition[], rest: Partial<SmtpNotification> = {}) {
  const server = await start();
  await create(server.port, rest).grouping?.send(transitions, signal());
  const [mail, ...others] = server.taken;
  if (mail === undefined || others.length > 0) throw new Error('not one mail was taken');
  return { ...mail, ...partsOf(mail.source) };
}

function partsOf(source: string) {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const headers = head.replace(/\r\n\s+/g, ' ').split('\r\n');
  const header = (name: string) =>
    headers.filter(line => line.toLowerCase().startsWith(`${name.toLowerCase()}: `));
  return { header, body: rest.join('\r\n\r\n') };
}

async function failureOf(sending: Promise<void>) {
  const error = await sending.then(
    () => expect.fail('it was sent'),
    error => error,
  );
  const shown = inspect(error, { depth: null, showHidden: true });
  for (const secret of ['hunter2', 'ops@example.com']) expect(shown).not.toContain(secret);
  expect(error).toMatchObject({ code: 'PKT_DELIVERY_FAILED' });
  return error;
}

describe('a mail', () => {
  test('of an incident is encrypted, from and to whom it should be, and says what happened', async () => {
    const to = ['Ops <ops@example.com>', 'boss@example.com'];
    const mail = await sent([incident], { to });
    expect(mail).toMatchObject({
      from: 'picket@example.com',
      to: ['ops@example.com', 'boss@example.com'],
      isEncrypted: true,
      user: undefined,
    });
    expect(mail.header('from')).toEqual(['From: Picket <picket@example.com>']);
    expect(mail.header('to')).toEqual(['To: Ops <ops@example.com>, boss@example.com']);
    expect(mail.header('subject')).toEqual(['Subject: Incident: The shop: response.status != 200']);
    expect(mail.header('auto-submitted')).toEqual(['Auto-Submitted: auto-generated']);
    expect(mail.header('content-type')[0]).toContain('text/plain');
    expect(mail.body).toContain('Status is 503');
    expect(mail.body).toContain('Result: 503 Service Unavailable in 12 ms');
  });

  test('has the id of its transition; a recovery answers its incident', async () => {
    const first = (await sent([incident])).header('message-id')[0]?.slice(12);
    const { header } = await sent([recovery]);
    expect(first).toMatch(/^<incident\.[0-9a-f]{32}@example\.com>$/);
    expect(header('in-reply-to')).toEqual([`In-Reply-To: ${first}`]);
    expect(header('references')).toEqual([`References: ${first}`]);
  });

  test('of several lists them beneath one subject', async () => {
    const many = Array.from({ length: 30 }, (_, n) => ({
      ...incident,
      probe: { id: `${n}`, name: `probe ${n}` },
    }));
    const { header, body } = await sent(many);
    expect(header('subject')).toEqual(['Subject: 30 incidents (30 critical) of 30 probes']);
    expect(body.match(/Incident: probe/g)).toHaveLength(20);
    // The encoding of the text spells the dots.
    expect(body).toContain('and 10 more');
  });

  test('follows its templates', async () => {
    const { header, body } = await sent([incident], {
      subject: '[{{ env.TEAM }}] {{ summary }}',
      text: '{{ probe.name }} is ill: {{ response.status }}',
    });
    expect(header('subject')[0]).toContain('[payments] Incident: The shop');
    expect(body.trim()).toBe('The shop is ill: 503');
  });

  test('takes no header from what a probe or its answer says', async () => {
    const name = 'shop\r\nBcc: thief@example.com\r\n\r\nhi';
    const hostile = { ...incident, probe: { id: 'x', name }, message: 'a\r\n.\r\nMAIL FROM:<x>' };
    const mail = await sent([hostile]);
    expect(mail.to).toEqual(['ops@example.com']);
    expect(mail.header('bcc')).toEqual([]);
    expect(mail.header('subject')[0]).toContain('shop Bcc: thief@example.com hi');
    expect(mail.body).toContain('Request: GET');
  });
});

describe('a connection', () => {
  test('logs in where a user is given, by TLS from the start too', async () => {
    for (const secure of [true, false]) {
      const server = await start({
        secure,
        onAuth({ username, password }, _, done) {
          if (password === 'hunter2') done(null, { user: username });
          else done(new Error('no'));
        },
      });
      const security = secure ? 'tls' : 'starttls';
      const login = { security, user: 'picket', password: 'hunter2' } as const;
      await create(server.port, login).send(incident, signal());
      expect(server.taken).toMatchObject([{ user: 'picket', isEncrypted: true }]);

      const wrong = create(server.port, { ...login, password: 'hunter22' });
      const error = await failureOf(wrong.send(incident, signal()));
      expect(error.message).toBe(`127.0.0.1:${server.port} refused the user or password (535)`);
    }
  });

  test('is never left unencrypted because the server offers nothing else', async () => {
    const server = await start({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] });
    await failureOf(create(server.port).send(incident, signal()));
    expect(server.taken).toEqual([]);
    const { tls: _, ...plain } = { tls, security: 'none' as const };
    await create(server.port, plain).send(incident, signal());
    expect(server.taken).toMatchObject([{ isEncrypted: false }]);
  });

  test.each([
    ['its own', certificates.selfSigned, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['expired', certificates.expired, 'CERT_HAS_EXPIRED'],
    ['of another host', certificates.wrongHost, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('is not made to a server whose certificate is %s', async (_, pair, code) => {
    for (const security of ['tls', 'starttls'] as const) {
      const server = await start({ ...pair, secure: security === 'tls' });
      const error = await failureOf(create(server.port, { security }).send(incident, signal()));
      expect(error.message).toContain(code);
      expect(server.taken).toEqual([]);
    }
  });
});

describe('a failure', () => {
  test.each([
    [451, 60_000],
    [550, undefined],
  ])('is a refusal by %i, which asks for a pause of %s ms', async (responseCode, retryAfter) => {
    const refusal = Object.assign(new Error('no ops@example.com'), { responseCode });
    const server = await start({ onRcptTo: (_address, _session, done) => done(refusal) });
    const error = await failureOf(create(server.port).send(incident, signal()));
    expect(error.message).toBe(`127.0.0.1:${server.port} refused the mail (${responseCode})`);
    expect(error.retryAfter).toBe(retryAfter);
  });

  test('is one recipient put off: the next try is for that one only; one that is unknown is left out', async () => {
    const isGrey = new Set(['new@example.com']);
    const server = await start({
      onRcptTo({ address }, _, done) {
        const answer = (responseCode: number) =>
          done(Object.assign(new Error('no'), { responseCode }));
        if (address === 'gone@example.com') answer(550);
        else if (isGrey.delete(address)) answer(450);
        else done();
      },
    });
    const to = ['boss@example.com', 'new@example.com', 'gone@example.com'];
    const channel = create(server.port, { to });
    const error = await failureOf(channel.send(incident, signal()));
    expect(error.message).toContain('put off 1 of 3 recipients');
    await channel.send(incident, signal());
    expect(server.taken.map(mail => mail.to)).toEqual([['boss@example.com'], ['new@example.com']]);
    await channel.send(recovery, signal());
    expect(server.taken[2]?.to).toEqual(['boss@example.com', 'new@example.com']);
  });

  test.each(['at once', 'in the middle'])(
    'is a server that hangs %s, which is hung up on',
    async when => {
      const asked = Promise.withResolvers<Socket>();
      const server = createServer(socket => {
        socket.on('error', () => {});
        if (when === 'at once') asked.resolve(socket);
        else {
          socket.write('220 hello\r\n');
          socket.once('data', () => asked.resolve(socket));
        }
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('no port');
      const abort = new AbortController();
      const failure = failureOf(create(address.port).send(incident, abort.signal));
      const socket = await asked.promise;
      const closed = once(socket, 'close');
      socket.resume();
      abort.abort();
      await failure;
      await closed;
    },
  );

  test('is a port nobody listens on', async () => {
    const server = await startMailServer(certificates.valid);
    await server.close();
    const error = await failureOf(create(server.port).send(incident, signal()));
    expect(error.message).toBe(`127.0.0.1:${server.port} did not take the mail (ECONNREFUSED)`);
  });
});

describe('a configuration', () => {
  test.each<[string, Partial<SmtpNotification>, string]>([
    ['a sender that is none', { from: 'hunter2' }, 'from is no address'],
    ['two senders', { from: 'a@b.test, c@d.test' }, 'from is no address'],
    [
      'a line break',
      { to: ['a@b.test', 'c@d.test\r\nBcc: hunter2@b.test'] },
      'to[1] is no address',
    ],
    ['a user without password', { user: 'hunter2' }, 'user needs a password'],
    ['a login in the open', { user: 'u', password: 'hunter2', security: 'none' }, 'security none'],
    ['an authority that is none', { tls: { ca: 'hunter2' } }, 'no PEM'],
  ])('is refused for %s, without telling the value', (_, rest, message) => {
    expect(() => create(25, rest)).toThrow(
      expect.objectContaining({
        code: 'PKT_CONFIG_INVALID',
        message: expect.stringContaining(message),
      }),
    );
    expect(() => create(25, rest)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });
});
