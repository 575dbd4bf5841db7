export interface Settings {
  /** Absolute path of the repository. */
  readonly path: string;
  /** Path of the tracker command. */
  readonly command: string;
  /** Undefined: the repository has no remote. */
  readonly remote: Remote | undefined;
}

export interface Remote {
  readonly url: string;
  /** The branch to check out; undefined: the remote's own. */
  readonly branch: string | undefined;
}

class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Throws a `SettingsError` with every mistake. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const problems: string[] = [];
  const required = (name: string): string => {
    const value = env[name] ?? '';
    if (!value.startsWith('/')) problems.push(`${name} must be an absolute path`);
    return value;
  };
  const path = required('TRACKER_WEB_REPO');
  const command = required('TRACKER_CLI_PATH');
  const url = env.TRACKER_REMOTE_URL || undefined;
  const branch = env.TRACKER_REMOTE_BRANCH || undefined;
  if (url !== undefined && !isRemote(url)) {
    problems.push(
      'TRACKER_REMOTE_URL must be https://HOST/PATH, http://…, ssh://… or USER@HOST:PATH',
    );
  }
  if (url !== undefined && hasPassword(url)) {
    problems.push('TRACKER_REMOTE_URL holds a password: put it into the Secret of the remote');
  }
  if (branch?.startsWith('-')) problems.push('TRACKER_REMOTE_BRANCH begins with a dash');
  if (problems.length > 0) throw new SettingsError(problems.join('\n'));
  return { path, command, remote: url === undefined ? undefined : { url, branch } };
}

/** Neither a path, nor a flag, nor one of the transports that run commands. */
const isRemote = (url: string): boolean =>
  /^((https?|ssh):\/\/[^\s-]|[\w.]+@[\w.-]+:)\S*$/.test(url);

/** It would stand in the volume, and in the arguments of processes. */
const hasPassword = (url: string): boolean =>
  /^https?:\/\/[^/]*@/.test(url) || /^ssh:\/\/[^/@]*:[^/]*@/.test(url);
