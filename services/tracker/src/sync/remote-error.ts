import { TrackerError } from '../errors.ts';
import { type GitOutcome, inOneLine } from '../store/git.ts';

const longest = 2_000;

/**
 * Why a git that talks to a remote failed. Git has no codes for it, only words, which are in English as it is run in
 * the C locale: here they only tell a matter of credentials from everything else.
 */
export function remoteError(remote: string, deed: string, outcome: GitOutcome): TrackerError {
  const said = redactAddresses(outcome.stderr) || `exit code ${outcome.exitCode}`;
  return isAboutCredentials(outcome.stderr)
    ? new TrackerError('AUTH', `the remote ${remote} refused the credentials: ${said}`, {
        remedy: `set up credentials that git can use without asking, and see that \`git ls-remote ${remote}\` works`,
      })
    : remoteFailed(remote, `${deed} failed: ${said}`);
}

export function remoteFailed(remote: string, message: string): TrackerError {
  return new TrackerError('REMOTE_FAILED', `the remote ${remote}: ${message}`, {
    remedy: `see whether \`git ls-remote ${remote}\` works; nothing is lost, sync again later`,
  });
}

/** When whoever runs the tracker has stopped it. */
export function syncStopped(cause: unknown): TrackerError {
  return new TrackerError('REMOTE_FAILED', 'the sync was stopped', {
    remedy: 'what is here is stored; sync again',
    cause,
  });
}

const aboutCredentials =
  /Authentication failed|could not read (Username|Password)|terminal prompts disabled|Permission denied|Host key verification failed|returned error: 40[13]|invalid credentials|access denied/i;

function isAboutCredentials(said: string): boolean {
  return aboutCredentials.test(said);
}

/**
 * Git's words on one line, without what addresses may hold of credentials. The words may be a hostile remote's: each
 * repetition has a bound, so that the time it takes grows no faster than they do.
 */
export function redactAddresses(said: string): string {
  const redacted = said
    .replace(/([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@]+@/gi, '$1***@')
    .replace(/([?&][^=&\s]{0,50}(?:token|key|secret|password)[^=&\s]{0,50}=)[^&\s'"]+/gi, '$1***');
  return inOneLine(redacted).slice(0, longest);
}
