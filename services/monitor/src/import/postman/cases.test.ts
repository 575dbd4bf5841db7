import { expect, test } from 'vitest';
import { casesOf, checkCase } from '../../../fixtures/import/cases.ts';

const cases = casesOf('postman');

test.each(cases)('%s', name => checkCase('postman', name));

test('there are at least 12 cases', () => expect(cases.length).toBeGreaterThanOrEqual(12));
