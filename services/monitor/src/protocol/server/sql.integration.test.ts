import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCertificates } from '../../../fixtures/certificates.ts';
import type { DatabaseServer } from '../../../fixtures/database-server.ts';
import { startMariaDb } from '../../../fixtures/mariadb-server.ts';
import { startPostgres } from '../../../fixtures/postgres-server.ts';
import { runContext } from '../../../fixtures/run-context.ts';
import type { MySql, Postgres } from '../../probe/schema/target.ts';
import { mysql } from '../mysql.ts';
import { postgres } from '../postgres.ts';
import type { Protocol } from '../protocol.ts';
import type { Result } from '../result.ts';

type Entry = MySql & Postgres;

interface Kind {
  readonly scheme: string;
  readonly start: () => Promise<DatabaseServer>;
  readonly ask: (entry: Entry) => Promise<Result>;
  readonly row: unknown;
}

function asking<Target>(protocol: Protocol<Entry, Target>) {
  return (entry: Entry) => protocol.run(protocol.prepare(entry), runContext());
}

const kinds: readonly Kind[] = [
  { scheme: 'postgres', start: startPostgres, ask: asking(postgres), row: { '?column?': 1 } },
  { scheme: 'mysql', start: startMariaDb, ask: asking(mysql), row: { 1: 1 } },
];

describe.each(kinds)('$scheme on a real server', ({ scheme, start, ask, row }) => {
  let server: DatabaseServer;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  /** The entry has `username` with one and `user` with the other. */
  const login = (overrides: Partial<Entry> = {}): Entry => {
    const { host, port, user, password, database } = server;
    return { host, port, user, username: user, password, database, ...overrides };
  };
  const uriOf = ({ user, password, port, database }: DatabaseServer, host = '127.0.0.1') =>
    `${scheme}://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;

  test('it logs in by fields', async () => {
    const { port, database } = server;
    expect(await ask(login())).toMatchObject({
      kind: 'answered',
      response: {
        status: 200,
        body: [row],
        config: { url: `${scheme}://127.0.0.1:${port}/${database}`, method: 'SELECT 1' },
      },
      measured: { ipFamily: 4 },
    });
  });

  test('it logs in by uri, which wins over the fields', async () => {
    const uri = uriOf(server, 'localhost');
    const result = await ask({ uri, host: 'nope.invalid', port: 1, user: 'x', username: 'x' });
    expect(result).toMatchObject({ kind: 'answered', response: { body: [row] } });
  });

  test.for([
    ['a wrong password', { password: 'wrong' }],
    ['a wrong user', { user: 'nobody', username: 'nobody' }],
    ['an unknown database', { database: 'nowhere' }],
  ] as const)('%s is code 26 with what the server said', async ([, overrides]) => {
    const result = await ask(login(overrides));
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 26, phase: 'processing' } });
    expect(result.response.statusText).toMatch(/nowhere|picket|nobody/);
    expect(JSON.stringify(result.response)).not.toContain(server.password);
  });

  test('a missing password is code 26', async () => {
    const { password, ...entry } = login();
    expect(password).not.toBe('');
    expect(await ask(entry)).toMatchObject({ kind: 'failed', failure: { code: 26 } });
  });

  test('it logs in over TLS with a certificate it trusts', async () => {
    const result = await ask(login({ host: 'localhost', tls: { ca: server.ca } }));
    expect(result).toMatchObject({
      kind: 'answered',
      response: { body: [row] },
      measured: { tls: { version: 'TLSv1.3' } },
    });
    expect(result.measured.tls?.earliestExpiry).toBeGreaterThan(Date.now() / 1000);
  });

  test('tls.serverName is the name that is looked for', async () => {
    const tls = { ca: server.ca, serverName: 'localhost' };
    expect(await ask(login({ tls }))).toMatchObject({ kind: 'answered' });
    const elsewhere = { ca: server.ca, serverName: 'elsewhere.test' };
    expect(await ask(login({ tls: elsewhere }))).toMatchObject({ failure: { code: 27 } });
  });

  test('a certificate of another authority is code 27', async () => {
    const { ca } = await createCertificates();
    for (const tls of [{}, { ca }]) {
      const result = await ask(login({ host: 'localhost', tls }));
      expect(result).toMatchObject({ kind: 'failed', failure: { code: 27 } });
    }
  });

  test('a server that was stopped is code 2', async () => {
    const other = await start();
    await other.stop();
    expect(await ask(login({ port: other.port }))).toMatchObject({ failure: { code: 2 } });
  });
});
