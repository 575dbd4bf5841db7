import { Type } from 'typebox';
import { Name } from '../../probe/schema/text.ts';

/** Fields that every type of channel has. */
export const channelFields = {
  id: Name('Identifier of the channel, unique in the file; probes name it in `notify`.'),
  timeout: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 60_000,
      default: 10_000,
      description: 'How long, in milliseconds, one try may take before it is aborted and repeated.',
    }),
  ),
};
