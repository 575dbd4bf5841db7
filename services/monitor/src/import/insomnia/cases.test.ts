import { describe, it } from 'vitest';
import { casesOf, checkCase } from '../../../fixtures/import/cases.ts';

describe('importing Insomnia exports', () => {
  it.each(casesOf('insomnia'))('%s', async name => {
    await checkCase('insomnia', name);
  });
});
