import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { Check, Errors } from 'typebox/schema';
import { BridgeError } from '../errors.ts';
import { type RunInput, toolRunInput } from '../run/run-input.ts';

/**
 * What is told of the input. It lets everything through: a fault is told by `checkedInput`, as a document like every
 * other error, where the SDK would answer with a text of its own.
 */
export const toolInput: StandardSchemaWithJSON = {
  '~standard': {
    version: 1,
    vendor: 'picket',
    validate: value => ({ value }),
    jsonSchema: { input: () => ({ ...toolRunInput }), output: () => ({ ...toolRunInput }) },
  },
};

/** Throws BAD_REQUEST with every fault. */
export function checkedInput(value: unknown): RunInput {
  if (Check(toolRunInput, value)) return value;
  const [, errors] = Errors(toolRunInput, value);
  const faults = errors
    // Told twice: once for the object, and once for each of its properties.
    .filter(({ keyword }) => keyword !== 'additionalProperties')
    .map(({ keyword, instancePath, message }) =>
      `${instancePath.slice(1)} ${keyword === 'boolean' ? 'is no argument' : message}`.trim(),
    );
  throw new BridgeError(
    'BAD_REQUEST',
    `mend the arguments: ${faults.join('; ')}. They are ${Object.keys(toolRunInput.properties).join(', ')}`,
  );
}
