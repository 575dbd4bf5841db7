import * as Type from 'typebox';

const argument = Type.String({ maxLength: 300_000 });
const name = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 1_000, description }));

/** What both front ends take (spec: Run input); the web server has `repo` and `tempDir` of its own. */
const shared = {
  argv: Type.Array(argument, {
    maxItems: 1_000,
    description: 'the subcommand and its flags, without global options',
  }),
  cwd: name('working directory of the command'),
  actor: name('in whose name changes are made, as in "Ann <ann@example.org>"'),
  forgeRepo: name('owner/name of the repository on the forge'),
  dataBranch: name('another branch for the data than the usual; seldom needed'),
  remote: name('the Git remote to sync with'),
  sync: Type.Optional(
    Type.Enum(['off', 'outbound', 'full'], { description: 'whether changes are sent and fetched' }),
  ),
  keepWorktree: Type.Optional(
    Type.Boolean({ description: 'leave a checkout of the data branch behind' }),
  ),
};

export const webRunInput = Type.Object(shared, { additionalProperties: false });

export const toolRunInput = Type.Object(
  {
    ...shared,
    repo: name("another repository than the server's; seldom needed"),
    tempDir: name('folder for scratch files; seldom needed'),
  },
  { additionalProperties: false },
);

/** A run as either front end hands it to the command, once it was checked. */
export type RunInput = Type.Static<typeof toolRunInput>;
