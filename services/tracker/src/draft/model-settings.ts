import { isIPv4 } from 'node:net';
import { TrackerError } from '../errors.ts';

/** Which model is asked, and where. */
export interface ModelSettings {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly model: string;
}

const variables = ['TRACKER_AI_API_KEY', 'TRACKER_AI_BASE_URL', 'TRACKER_AI_MODEL'] as const;

/** From the environment. Throws AUTH for what is missing, INVALID for an address that a key must not be sent to. */
export function readModelSettings(env: NodeJS.ProcessEnv): ModelSettings {
  const [apiKey = '', baseUrl = '', model = ''] = variables.map(name => env[name]?.trim());
  const missing = variables.filter(name => !env[name]?.trim());
  if (missing.length > 0) {
    throw new TrackerError('AUTH', `no model can be asked: ${missing.join(', ')} is not set`, {
      remedy: `set ${variables.join(', ')}: the key, the address (such as https://api.openai.com/v1) and the name of a model`,
    });
  }
  // What cannot stand in a header would be told, key and all, by whatever tries to put it there.
  if (!/^[\x21-\x7E]+$/.test(apiKey)) {
    throw new TrackerError('AUTH', 'TRACKER_AI_API_KEY holds characters that no key has', {
      remedy: 'set it to the key alone, without blanks and line feeds',
    });
  }
  validateAddress(baseUrl);
  return { apiKey, baseUrl, model };
}

function validateAddress(address: string): void {
  const url = URL.parse(address);
  const fault = url === null ? 'is no address' : faultOf(url);
  if (fault === undefined) return;
  throw new TrackerError('INVALID', `TRACKER_AI_BASE_URL ${fault}`, {
    remedy: 'set it to an address such as https://api.openai.com/v1 or http://127.0.0.1:11434/v1',
  });
}

function faultOf(url: URL): string | undefined {
  if (url.username !== '' || url.password !== '') return 'must hold no user and password';
  if (url.protocol === 'https:') return undefined;
  if (url.protocol !== 'http:') return 'must begin with https:// (or http:// on this machine)';
  return isLoopback(url.hostname)
    ? undefined
    : 'must begin with https://: the key would be sent in the clear';
}

function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '[::1]') return true;
  return isIPv4(host) && host.startsWith('127.');
}
