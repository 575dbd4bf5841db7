import { type Static, Type } from 'typebox';
import { Text } from '../../probe/schema/text.ts';
import { channelFields } from './channel-fields.ts';

const Address = (description: string) => Text(description, { maxLength: 8192 });

const Texts = (description: string, maxProperties: number) =>
  Type.Optional(
    Type.Record(
      Type.String({ minLength: 1, maxLength: 64 }),
      Type.String({ minLength: 1, maxLength: 4096 }),
      { maxProperties, description },
    ),
  );

export const AlertmanagerNotification = Type.Object(
  {
    type: Type.Literal('alertmanager', {
      description: 'Sends alerts to a Prometheus Alertmanager, by version 2 of its API.',
    }),
    ...channelFields,
    url: Type.Optional(
      Address('Its address: an http or https url, with or without `/api/v2/alerts`.'),
    ),
    urls: Type.Optional(
      Type.Array(Address('Address of an instance.'), {
        minItems: 1,
        maxItems: 16,
        description: 'In place of `url`, all instances of a cluster: each is sent everything.',
      }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String({ minLength: 1, maxLength: 256 }), Type.String({ maxLength: 8192 }), {
        maxProperties: 32,
        description: 'Headers to send along. Values may hold `{{ env.NAME }}`.',
      }),
    ),
    labels: Texts(
      'Labels of every alert beside its own. `severity` is for alerts that have none.',
      32,
    ),
    annotations: Texts('Annotations of every alert, such as `runbook_url`.', 32),
    links: Texts(
      'Annotations that are urls, such as `dashboard`; they may hold `{{ probe.id }}` and other names.',
      8,
    ),
  },
  { additionalProperties: false, description: 'A Prometheus Alertmanager.' },
);
export type AlertmanagerNotification = Static<typeof AlertmanagerNotification>;
