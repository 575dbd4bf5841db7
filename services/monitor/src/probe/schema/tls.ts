import { type Static, Type } from 'typebox';
import { Name, Text } from './text.ts';

const pem = (description: string) => Text(description, { maxLength: 65_536 });

export const Tls = Type.Object(
  {
    ca: Type.Optional(
      pem(
        'PEM certificates trusted instead of the system’s when the server’s certificate is checked.',
      ),
    ),
    cert: Type.Optional(pem('PEM client certificate. Needs `key`.')),
    key: Type.Optional(
      pem('PEM private key of the client certificate. Best given as `{{ env.NAME }}`.'),
    ),
    serverName: Type.Optional(
      Name('Name sent as SNI and looked for in the certificate. Defaults to the host.'),
    ),
  },
  { additionalProperties: false, description: 'TLS settings of the connection.' },
);
export type Tls = Static<typeof Tls>;
