import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { boundsOf } from '../history/bounds.ts';
import { loadShared } from './load.ts';

const secret = 'pa55word-of-the-database';
const load = (...sections: unknown[]) => {
  const text = sections.map(history => stringify({ history })).join('---\n');
  const readFile = async () => Buffer.from(text);
  return loadShared('picket.yaml', { env: { HISTORY_PASSWORD: secret }, readFile });
};
const hour = 3_600_000;

test('nothing said of the history leaves its defaults', async () => {
  const { history } = await loadShared('picket.yaml', {
    env: {},
    readFile: async () => Buffer.from('notifications: []'),
  });
  expect(history).toEqual({});
  expect(boundsOf(history)).toEqual({
    ...{ keepResults: 24 * hour, keepBodies: 24 * hour },
    maxBytes: 1024 * 1024 * 1024,
  });
});

test('the url is rendered with the environment', async () => {
  const { history } = await load({ url: 'postgres://u:{{ env.HISTORY_PASSWORD }}@db/x' });
  expect(history).toEqual({ url: `postgres://u:${secret}@db/x` });
});

test('bodies are kept as long as results unless it is said', async () => {
  const { history } = await load({ keepResults: 2 });
  expect(boundsOf(history)).toMatchObject({ keepResults: 2 * hour, keepBodies: 2 * hour });
});

test.each([
  [
    { url: 'mysql://u:{{ env.HISTORY_PASSWORD }}@db/x' },
    'history.url: is not the url of a PostgreSQL',
  ],
  [
    { url: 'postgres://u:{{ env.HISTORY_PASSWORD }}@:x:y/' },
    'history.url: is not the url of a PostgreSQL',
  ],
  [{ url: 'postgres://{{ env.OTHER }}@db/x' }, 'OTHER'],
  [{ keepResults: 5, keepBodies: 6 }, 'history.keepBodies: must not be more than keepResults'],
  [{ keepResults: 0 }, 'history.keepResults'],
  [{ keepResult: 5 }, 'did you mean "keepResults"?'],
  [{ maxMegabytes: 15 }, 'history.maxMegabytes'],
  ['sqlite', 'history'],
])('%j is refused with its place, and no secret is shown', async (history, message) => {
  const refused = load(history);
  await expect(refused).rejects.toThrow(message);
  await expect(refused).rejects.not.toThrow(secret);
});

test('two sections are refused, with the lines of both', async () => {
  await expect(load({ keepResults: 5 }, { keepResults: 6 })).rejects.toThrow(
    /picket\.yaml:4 .*the history is described twice, first in line 1/,
  );
});
