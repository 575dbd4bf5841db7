import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { valuesSchemaFile, valuesSchemaText } from './values-schema.ts';

test('the schema of the chart’s values is what the monitor’s says', async () => {
  const committed = await readFile(valuesSchemaFile, 'utf8');
  expect(valuesSchemaText(committed), 'stale: run make generate').toBe(committed);
});
