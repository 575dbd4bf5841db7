import { Type } from 'typebox';
import { Name } from '../../probe/schema/text.ts';

/** Milliseconds of a try, where a channel says nothing else. */
export const defaultTimeout = 10_000;

/** Milliseconds of a try, `preset` where none are given. */
export const Timeout = (preset: number) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 60_000,
      default: preset,
      description: 'How long, in milliseconds, one try may take before it is aborted and repeated.',
    }),
  );

/** Fields that every type of channel has. */
export const channelFields = {
  id: Name('Identifier of the channel, unique in the file; probes name it in `notify`.'),
  timeout: Timeout(defaultTimeout),
};
