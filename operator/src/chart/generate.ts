import { readFile, writeFile } from 'node:fs/promises';
import { valuesSchemaFile, valuesSchemaText } from './values-schema.ts';

/** `make generate`: writes what the chart's values may be, as far as the monitor's schema says it. */
await writeFile(valuesSchemaFile, valuesSchemaText(await readFile(valuesSchemaFile, 'utf8')));
