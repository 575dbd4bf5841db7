import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ForgeServer, startForge } from '../../fixtures/forge/forge-server.ts';
import { TrackerError } from '../errors.ts';
import { ForgeClient } from './forge-client.ts';
import { ForgeRequestError } from './forge-errors.ts';
import type { ForgeRequest } from './forge-report.ts';
import type { RemoteIssue } from './remote-issue.ts';

const time = Date.now();
let forge: ForgeServer;
let waited: number[];

beforeEach(async () => {
  forge = await startForge('owner/project', () => time);
  forge.repository.open('ann', 'one', 'text');
  waited = [];
});
afterEach(() => forge[Symbol.asyncDispose]());

function client(more: Partial<ForgeRequest> = {}): ForgeClient {
  return new ForgeClient({
    actor: 'me',
    repo: 'owner/project',
    token: forge.token,
    apiUrl: forge.url,
    signal: new AbortController().signal,
    clock: {
      now: () => time,
      wait: async milliseconds => {
        waited.push(milliseconds);
      },
    },
    longestWait: 0,
    ...more,
  });
}

/** What a failed request rejects with, told in short. */
async function failure(request: Promise<unknown>): Promise<unknown> {
  const error: unknown = await request.catch((reason: unknown) => reason);
  if (error instanceof TrackerError) return { code: error.code, message: error.message };
  if (error instanceof ForgeRequestError) return { ...error.failure, isWrite: error.isWrite };
  throw new Error('it did not fail as it should', { cause: error });
}

async function anIssue(): Promise<RemoteIssue> {
  return (await client().getIssue(1)).value;
}

function message(text: string): { readonly message: string } {
  return { message: text };
}

const limited = { code: 'FORGE_FAILED', message: expect.stringContaining('no more requests') };
const denied = { code: 'AUTH', message: expect.stringContaining('refused the token') };
const faults = [{ resource: 'Issue', field: 'title', code: 'missing_field' }, { message: 'no' }];

test.each([
  ['304', { status: 304 }, { kind: 'notModified' }, 1],
  ['404', { status: 404, body: message('Not Found') }, { kind: 'gone' }, 1],
  ['410', { status: 410, body: message('Gone') }, { kind: 'gone' }, 1],
  ['400', { status: 400, body: message('bad') }, { kind: 'invalid', said: /bad/ }, 1],
  [
    '422 with the fields that are wrong',
    { status: 422, body: { message: 'Validation Failed', errors: faults } },
    { kind: 'invalid', said: /^title: missing_field; it: no$/ },
    1,
  ],
  ['451', { status: 451, body: message('law') }, { kind: 'invalid', said: /law/ }, 1],
  ['500', { status: 500, body: message('oops') }, { kind: 'transient', said: /oops/ }, 4],
  ['502 that is no JSON', { status: 502, body: 'down' }, { kind: 'transient' }, 4],
  ['an answer that is no issue', { status: 200, body: [] }, { kind: 'invalid' }, 1],
])(
  '%s to a read is told as such, and tried again where it may pass',
  async (_, reply, told, tries) => {
    forge.intercept = () => reply;
    const { said, ...kind } = { said: /^/, ...told };
    expect(await failure(client().getIssue(1))).toMatchObject({
      ...kind,
      isWrite: false,
      ...('said' in told && { said: expect.stringMatching(said) }),
    });
    expect(forge.log).toHaveLength(tries);
    expect(waited).toHaveLength(tries - 1);
  },
);

test.each([
  ['429', { status: 429 }, limited],
  [
    '403 at the end of a limit',
    { status: 403, headers: { 'x-ratelimit-remaining': '0' } },
    limited,
  ],
  ['403 with a time to wait', { status: 403, headers: { 'retry-after': '60' } }, limited],
  [
    '403 of a secondary limit',
    { status: 403, body: message('You have exceeded a secondary rate limit') },
    limited,
  ],
  ['401', { status: 401, body: message('Bad credentials') }, denied],
  ['403', { status: 403, body: message('Resource not accessible') }, denied],
])('%s ends the sync', async (_, reply, told) => {
  forge.intercept = () => reply;
  expect(await failure(client().getIssue(1))).toEqual(told);
  expect(await failure(client().createIssue('two', ''))).toEqual(told);
  expect(forge.log).toHaveLength(2);
  expect(waited).toEqual([]);
});

test.each(['drop', 'hang'] as const)('no answer (%s) may pass', async kind => {
  forge.intercept = () => kind;
  const bounds = { timeout: 100 };
  expect(await failure(client(bounds).getIssue(1))).toMatchObject({ kind: 'transient' });
  expect(forge.log).toHaveLength(4);
});

test.each([
  ['500', { status: 500 }],
  ['307', { status: 307, headers: { location: '/elsewhere' } }],
])('a write that is answered with %s is not repeated by itself', async (_, reply) => {
  forge.intercept = () => reply;
  expect(await failure(client().createIssue('two', ''))).toMatchObject({
    kind: 'transient',
    isWrite: true,
  });
  expect(forge.log).toHaveLength(1);
});

test('a redirect to another origin is not followed', async () => {
  await using elsewhere = await startForge('owner/project', () => time);
  const headers = { location: `${elsewhere.url}/repos/owner/project/issues/1` };
  forge.intercept = () => ({ status: 301, headers });
  expect(await failure(client().getIssue(1))).toMatchObject({
    kind: 'transient',
    said: expect.stringContaining('its token must not go'),
  });
  expect(elsewhere.log).toEqual([]);
});

test('a signal that ended stops it', async () => {
  const stopped = { code: 'FORGE_FAILED', message: 'the sync with the forge was stopped' };
  expect(await failure(client({ signal: AbortSignal.abort() }).getIssue(1))).toEqual(stopped);
});

test('a list that fails ends the sync, as no ticket could be looked at', async () => {
  forge.intercept = () => ({ status: 404, body: message('Not Found') });
  expect(await failure(client().listIssues({ state: 'all' }))).toEqual({
    code: 'FORGE_FAILED',
    message: 'the forge has no such repository, or no issues in it',
  });
});

test.each([
  ['no list', { comments: [] }],
  ['a list of something else', [{ id: 1, body: 'no times' }]],
])('comments that are %s are a failure, and not gone', async (_, body) => {
  const issue = await anIssue();
  forge.intercept = () => ({ status: 200, body });
  expect(await failure(client().listComments(issue))).toMatchObject({ kind: 'invalid' });
  expect(await failure(client().getComment(issue, 1))).toMatchObject({ kind: 'invalid' });
});

test('issues that are no list are a failure, and not none', async () => {
  forge.intercept = () => ({ status: 200, body: { items: [] } });
  expect(await failure(client().listIssues({ state: 'all' }))).toMatchObject({
    code: 'FORGE_FAILED',
  });
});

test('what is gone may be deleted', async () => {
  const issue = await anIssue();
  await client().removeLabel(issue, 'none');
  await client().deleteComment(issue, 99);
  expect(await client().getComment(issue, 99)).toBeUndefined();
});

test.each([403, 404])("a token that is nobody's has no login: %d", async status => {
  forge.intercept = () => ({ status, body: message('no') });
  expect(await client().login()).toBeUndefined();
});

test('a login that could not be read is asked for again', async () => {
  const asking = client();
  forge.intercept = () => ({ status: 500 });
  expect(await failure(asking.login())).toMatchObject({ kind: 'transient' });
  forge.intercept = () => undefined;
  expect(await asking.login()).toBe('owner');
  expect(await asking.login()).toBe('owner');
  expect(forge.log.filter(line => line === 'GET /user 200')).toHaveLength(1);
});
