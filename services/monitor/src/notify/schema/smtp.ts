import { type Static, Type } from 'typebox';
import { Name, Text } from '../../probe/schema/text.ts';
import { Tls } from '../../probe/schema/tls.ts';
import { channelFields } from './channel-fields.ts';
import { groupingFields } from './grouping-fields.ts';

const Address = (description: string) => Text(description, { maxLength: 320 });

export const SmtpNotification = Type.Object(
  {
    type: Type.Literal('smtp', { description: 'Sends mail.' }),
    ...channelFields,
    host: Name('Host name or address of the mail server.'),
    port: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 65_535,
        description: 'Its port. Defaults to 587 with starttls, 465 with tls, 25 with none.',
      }),
    ),
    security: Type.Optional(
      Type.Enum(['starttls', 'tls', 'none'], {
        default: 'starttls',
        description:
          'Whether the connection becomes encrypted before anything is said, is so from the start, or never. It is never left out because the server does not offer it.',
      }),
    ),
    tls: Type.Optional(Tls),
    user: Type.Optional(Text('User to log in as. Needs `password`.', { maxLength: 1024 })),
    password: Type.Optional(Text('Its password. Best given as `{{ env.NAME }}`.')),
    from: Address('Who sends it: `ops@example.com` or `Picket <ops@example.com>`.'),
    to: Type.Array(Address('An address, as for `from`.'), {
      minItems: 1,
      maxItems: 50,
      description: 'Who gets it; each sees the others.',
    }),
    subject: Type.Optional(
      Text('Subject of a mail that tells of one transition. A template of messages.'),
    ),
    text: Type.Optional(Text('What is said of each transition. A template of messages.')),
    groupSubject: Type.Optional(
      Text('Subject of a mail that tells of several. A template of messages.'),
    ),
    ...groupingFields,
  },
  { additionalProperties: false, description: 'People with mail addresses.' },
);
export type SmtpNotification = Static<typeof SmtpNotification>;
