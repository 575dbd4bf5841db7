import { Type } from 'typebox';

/** Milliseconds. */
export const groupingDefaults = { groupWait: 5000, groupEvery: 60_000 } as const;

/** Fields of channels that people read. */
export const groupingFields = {
  groupWait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 60_000,
      default: groupingDefaults.groupWait,
      description:
        'How long, in milliseconds, the first message after a quiet time waits for what else breaks.',
    }),
  ),
  groupEvery: Type.Optional(
    Type.Integer({
      minimum: 1000,
      maximum: 3_600_000,
      default: groupingDefaults.groupEvery,
      description:
        'Milliseconds from one message to the next, at least: what comes meanwhile waits.',
    }),
  ),
};
