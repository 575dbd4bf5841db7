import { type Static, Type } from 'typebox';
import { Text } from '../probe/schema/text.ts';

/** Hours, and MiB. */
export const historyDefaults = { keepResults: 24, maxMegabytes: 1024 } as const;

/** What the config file says of the history. */
export const HistorySection = Type.Object(
  {
    enabled: Type.Optional(
      Type.Boolean({
        description:
          'Whether results are kept. By default they are while `picket` runs on its schedule, and in Kubernetes where `url` is given.',
      }),
    ),
    url: Type.Optional(
      Text(
        'A PostgreSQL database to keep results in, such as `postgres://picket:{{ env.HISTORY_PASSWORD }}@db/picket`. By default they are kept in an SQLite file beside the state file.',
      ),
    ),
    keepResults: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 720,
        default: historyDefaults.keepResults,
        description: 'For how many hours each result is kept.',
      }),
    ),
    keepBodies: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 720,
        description:
          'For how many hours bodies are kept, of requests with `saveBody`. Defaults to `keepResults`, and is not more than it.',
      }),
    ),
    maxMegabytes: Type.Optional(
      Type.Integer({
        minimum: 16,
        maximum: 1_000_000,
        default: historyDefaults.maxMegabytes,
        description: 'How many MiB the history may take; what is oldest goes first.',
      }),
    ),
  },
  { additionalProperties: false, description: 'What is kept of results, and where.' },
);

export type HistorySection = Static<typeof HistorySection>;
