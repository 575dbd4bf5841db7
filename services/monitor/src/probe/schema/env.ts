import { type Static, Type } from 'typebox';
import { Name } from './text.ts';

const keyRef = (kind: string) =>
  Type.Optional(
    Type.Object(
      {
        name: Name(`Name of the ${kind}, in the probe’s own namespace.`),
        key: Name(`Key in the ${kind}.`),
      },
      {
        additionalProperties: false,
        description: `A key of a ${kind} in the probe’s own namespace; in a file, of the same file, else the environment variable of the entry’s name.`,
      },
    ),
  );

/** Exactly one of `value` and `valueFrom`, and of its two references: checked when a probe is compiled. */
export const EnvEntry = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 253,
      pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
      description: 'Name under which expressions read the value: `{{ env.NAME }}`.',
    }),
    value: Type.Optional(Type.String({ maxLength: 65_536, description: 'The value itself.' })),
    valueFrom: Type.Optional(
      Type.Object(
        { secretKeyRef: keyRef('Secret'), configMapKeyRef: keyRef('ConfigMap') },
        {
          additionalProperties: false,
          description: 'Where the value is read from instead: one of the two.',
        },
      ),
    ),
  },
  { additionalProperties: false, description: 'A named value for expressions.' },
);
export type EnvEntry = Static<typeof EnvEntry>;
