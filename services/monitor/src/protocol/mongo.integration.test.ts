import { expect, test } from 'vitest';
import { createEgress } from '../egress/egress.ts';
import { mongo } from './mongo.ts';

const uri = process.env.MONGODB_URI;

test.skipIf(uri === undefined)('it logs in to the MongoDB of MONGODB_URI', async () => {
  const result = await mongo.run(mongo.prepare({ uri: uri ?? '' }), {
    timeout: 20_000,
    signal: new AbortController().signal,
    egress: createEgress({ allow: [], deny: [] }),
    maxBody: 1_048_576,
    now: Date.now,
  });
  expect(result).toMatchObject({ kind: 'answered', response: { body: { ok: 1 } } });
});
