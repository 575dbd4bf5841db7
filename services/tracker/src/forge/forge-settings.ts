import { TrackerError } from '../errors.ts';

/** Which repository on which forge, and the credential for it. */
export interface ForgeSettings {
  /** `owner/name`. */
  readonly repo: string;
  readonly token: string;
  /** The address of the forge's REST API, without a slash at its end. */
  readonly apiUrl: string;
}

const defaultApiUrl = 'https://api.github.com';

/** Letters, digits, dots, dashes and underscores: what GitHub allows, and nothing that means something in a URL. */
const repoForm = /^[A-Za-z0-9][A-Za-z0-9-]{0,99}\/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;

/**
 * The forge as `--forge-repo` (else FORGE_REPO), FORGE_TOKEN and FORGE_API_URL tell it. Undefined where no repository
 * is told, so that there is no forge to sync with.
 */
export function readForgeSettings(
  forgeRepo: string | undefined,
  env: NodeJS.ProcessEnv,
): ForgeSettings | undefined {
  const repo = forgeRepo || env.FORGE_REPO;
  if (!repo) return undefined;
  return { repo: validateRepo(repo), token: readToken(env), apiUrl: readApiUrl(env) };
}

/** The same, where there must be one. */
export function requireForgeSettings(
  forgeRepo: string | undefined,
  env: NodeJS.ProcessEnv,
): ForgeSettings {
  const settings = readForgeSettings(forgeRepo, env);
  if (settings !== undefined) return settings;
  throw new TrackerError('USAGE', 'no repository on the forge is given', {
    remedy: 'give it as --forge-repo=owner/name, before the subcommand, or in FORGE_REPO',
  });
}

function validateRepo(repo: string): string {
  if (repoForm.test(repo)) return repo;
  throw new TrackerError(
    'USAGE',
    `the repository on the forge is ${JSON.stringify(repo.slice(0, 100))}, which is no owner/name`,
    { remedy: 'give it as --forge-repo=owner/name or in FORGE_REPO' },
  );
}

function readToken(env: NodeJS.ProcessEnv): string {
  const token = env.FORGE_TOKEN?.trim() ?? '';
  if (/^[\x21-\x7e]{1,1000}$/.test(token)) return token;
  const fault = token === '' ? 'is not set' : 'holds what no token holds';
  throw new TrackerError('AUTH', `FORGE_TOKEN ${fault}`, {
    remedy: 'put a token into FORGE_TOKEN that may read and write issues of the repository',
  });
}

function readApiUrl(env: NodeJS.ProcessEnv): string {
  const given = env.FORGE_API_URL || defaultApiUrl;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const fault = faultOfUrl(url);
  if (url === undefined || fault !== undefined) {
    throw new TrackerError('USAGE', `FORGE_API_URL ${fault}`, {
      remedy: `give an address such as ${defaultApiUrl} or https://github.example.org/api/v3`,
    });
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function faultOfUrl(url: URL | undefined): string | undefined {
  if (url === undefined) return 'is no address';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'is no http or https address';
  if (url.username !== '' || url.password !== '') return 'holds a user or a password';
  if (url.search !== '' || url.hash !== '') return 'holds a query or a fragment';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return 'is plain http, by which the token would go over the network for all to read';
  }
  return undefined;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
