import { Type } from 'typebox';
import { HistorySection } from '../history/schema.ts';
import { Notification } from '../notify/schema.ts';
import { Text } from '../probe/schema/text.ts';

export const maxProbes = 100_000;

const Rules = (description: string) =>
  Type.Optional(
    Type.Array(Text('An address or a CIDR such as 10.0.0.0/8.', { maxLength: 64 }), {
      maxItems: 1024,
      description,
    }),
  );

/**
 * The config file around its probes. Each probe is checked by itself against the schema of a probe, so
 * that one with mistakes keeps none of the others from being checked.
 */
export const ConfigFile = Type.Object(
  {
    probes: Type.Optional(
      Type.Array(Type.Unknown(), { maxItems: maxProbes, description: 'The probes to run.' }),
    ),
    notifications: Type.Optional(
      Type.Array(Notification, {
        maxItems: 64,
        description: 'The channels that incidents and recoveries are told on.',
      }),
    ),
    egress: Type.Optional(
      Type.Object(
        {
          allow: Rules('Addresses probes may reach, also where `deny` covers them.'),
          deny: Rules('Addresses no probe may reach.'),
        },
        { additionalProperties: false, description: 'Which addresses probes may reach.' },
      ),
    ),
    history: Type.Optional(HistorySection),
  },
  { additionalProperties: false, description: 'A config file of Picket.' },
);
