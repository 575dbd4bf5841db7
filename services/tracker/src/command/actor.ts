import { userInfo } from 'node:os';
import { TrackerError } from '../errors.ts';
import { runGit } from '../store/git.ts';
import { faultOfActor, type GlobalOptions } from './global-options.ts';

/** In whose name the command works: the one given, else git's identity, else the machine's user. */
export async function readActor(options: GlobalOptions): Promise<string> {
  if (options.actor !== undefined) return options.actor;
  const { stdout } = await runGit({ path: options.repo }, [
    'config',
    '--get-regexp',
    '^user\\.(name|email)$',
  ]);
  const settings = new Map(stdout.toString().split('\n').map(splitSetting));
  const name = settings.get('user.name');
  const email = settings.get('user.email');
  if (name) return validateActor('user.name', email ? `${name} <${email}>` : name);
  return validateActor('user.email', email || userInfo().username);
}

function splitSetting(line: string): [string, string] {
  const at = line.indexOf(' ');
  return at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
}

function validateActor(source: string, actor: string): string {
  const fault = faultOfActor(actor);
  if (fault === undefined) return actor.trim();
  throw new TrackerError('INVALID', `git's ${source} ${fault}`, {
    remedy: 'name the actor: --actor="Ann <ann@example.org>" or TRACKER_ACTOR',
  });
}
