import { Type } from 'typebox';

/** Fields of channels that people read. */
export const groupingFields = {
  groupWait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 60_000,
      default: 5000,
      description:
        'How long, in milliseconds, the first message after a quiet time waits for what else breaks.',
    }),
  ),
  groupEvery: Type.Optional(
    Type.Integer({
      minimum: 1000,
      maximum: 3_600_000,
      default: 60_000,
      description:
        'Milliseconds from one message to the next, at least: what comes meanwhile waits.',
    }),
  ),
};
