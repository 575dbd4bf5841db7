import { expect, test } from 'vitest';
import { runContext } from '../../fixtures/run-context.ts';
import { mongo } from './mongo.ts';

const uri = process.env.MONGODB_URI;

test.skipIf(uri === undefined)('it logs in to the MongoDB of MONGODB_URI', async () => {
  const result = await mongo.run(mongo.prepare({ uri: uri ?? '' }), runContext());
  expect(result).toMatchObject({ kind: 'answered', response: { body: { ok: 1 } } });
});
