import { expect, test } from 'vitest';
import { casesOf, checkCase } from '../../../fixtures/import/cases.ts';

const cases = casesOf('insomnia');

test.each(cases)('%s', name => checkCase('insomnia', name));

test('there are at least 12 cases', () => expect(cases.length).toBeGreaterThanOrEqual(12));
