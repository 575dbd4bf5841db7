import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerPrompt } from './answer-prompt.ts';

/**
 * Git's GIT_ASKPASS: its argument is the prompt, the answer goes to standard output. The Secret is read anew each time,
 * so that one that is renewed counts at once, and stands nowhere else: no argument, no address, no setting, no volume.
 */
const { TRACKER_REMOTE_URL: remote = '', TRACKER_REMOTE_SECRET: folder = '' } = process.env;
const prompt = process.argv[2] ?? '';
const answer = answerPrompt(prompt, remote, {
  username: secret('username'),
  password: secret('password'),
  token: secret('token'),
});
if (answer === undefined) {
  process.stderr.write(`no answer to: ${prompt}\n`);
  process.exitCode = 1;
} else {
  process.stdout.write(`${answer}\n`);
}

function secret(key: string): string | undefined {
  try {
    return readFileSync(join(folder, key), 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
