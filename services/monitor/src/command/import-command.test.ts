import { expect, test } from 'vitest';
import { readCall } from './program.ts';

/** Runs the command as far as reading how it was called, where these calls end. */
async function call(...argv: readonly string[]): Promise<void> {
  const { subcommand, given } = readCall(['import', ...argv], '1.2.3');
  await subcommand.run(given, process);
}

test.each<[string[], RegExp]>([
  [['har'], /missing required argument 'file'/],
  [['hra', 'x'], /Allowed choices are postman, insomnia, har/],
  [['har', 'x', 'y'], /too many arguments/],
  [['har', 'x', '--report', 'xml'], /Allowed choices are text, json/],
  [['har', 'x', '--namespace', 'a'], /--namespace goes with --kubernetes/],
  [['har', 'x', '--kubernetes', '--namespace', 'A_b'], /lower-case letters/],
  [['har', 'x', '--variables', 'v'], /a HAR file has none/],
  [['postman', 'x', '--with-assets'], /--with-assets goes with har/],
])('%j is wrong usage', async (argv, message) => {
  await expect(call(...argv)).rejects.toMatchObject({
    code: 'PKT_USAGE',
    message: expect.stringMatching(message),
  });
});

test.each<[string[], string, RegExp]>([
  [['har', '/nowhere/x.har'], 'PKT_IMPORT_UNREADABLE', /^\/nowhere\/x\.har: .*no such file/],
  [['har', '/'], 'PKT_IMPORT_UNREADABLE', /it is a directory/],
  [['har', 'x', '-o', '/'], 'PKT_OUTPUT', /^\/: cannot be written: it is a directory/],
])('%j is refused', async (argv, code, message) => {
  await expect(call(...argv)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  });
});
