import { userInfo } from 'node:os';
import { TrackerError } from '../errors.ts';
import { runGit } from '../store/git.ts';
import type { GlobalOptions } from './global-options.ts';

/** In whose name the command works: `--actor`, else TRACKER_ACTOR, else git's identity, else the machine's user. */
export async function readActor(options: GlobalOptions, env: NodeJS.ProcessEnv): Promise<string> {
  const given = options.actor ?? env.TRACKER_ACTOR;
  if (given !== undefined) return validateActor(given);
  const { stdout } = await runGit({ path: options.repo }, [
    'config',
    '--get-regexp',
    '^user\\.(name|email)$',
  ]);
  const settings = new Map(stdout.toString().split('\n').map(splitSetting));
  const name = settings.get('user.name');
  const email = settings.get('user.email');
  if (name !== undefined) return validateActor(email === undefined ? name : `${name} <${email}>`);
  return validateActor(email ?? userInfo().username);
}

function splitSetting(line: string): [string, string] {
  const at = line.indexOf(' ');
  return [line.slice(0, at), line.slice(at + 1)];
}

function validateActor(actor: string): string {
  const fault = faultOfActor(actor);
  if (fault === undefined) return actor.trim();
  throw new TrackerError('INVALID', `the actor ${fault}`, {
    remedy: 'give a name, or a name and an address, such as --actor="Ann <ann@example.org>"',
  });
}

function faultOfActor(actor: string): string | undefined {
  if (actor.trim() === '') return 'is empty';
  if (actor.length > 200) return `is longer than 200 characters (${actor.length})`;
  if (!actor.isWellFormed()) return 'is no Unicode text';
  return /\p{Cc}/u.test(actor) ? 'holds a control character' : undefined;
}
