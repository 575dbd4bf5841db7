import { describe, expect, it } from 'vitest';
import { TrackerError } from '../errors.ts';
import { readForgeSettings, requireForgeSettings } from './forge-settings.ts';

const FORGE_TOKEN = 'ghp_abc';

describe('readForgeSettings', () => {
  it('is undefined where no repository is told', () => {
    expect(readForgeSettings(undefined, { FORGE_TOKEN })).toBeUndefined();
    expect(readForgeSettings('', { FORGE_TOKEN, FORGE_REPO: '' })).toBeUndefined();
  });

  it('takes the option before the environment, and GitHub where no address is given', () => {
    expect(readForgeSettings('a/b', { FORGE_TOKEN, FORGE_REPO: 'c/d' })).toEqual({
      repo: 'a/b',
      token: FORGE_TOKEN,
      apiUrl: 'https://api.github.com',
    });
    expect(readForgeSettings(undefined, { FORGE_TOKEN, FORGE_REPO: 'c/d' })?.repo).toBe('c/d');
  });

  it.each([
    'a',
    'a/b/c',
    '../b',
    'a/..',
    'a/.',
    'a b/c',
    '-a/b',
    'a/b?x',
    'a/b\n',
    'https://github.com/a/b',
  ])('refuses the repository %j', repo => {
    expect(codeOf(() => readForgeSettings(repo, { FORGE_TOKEN }))).toBe('USAGE');
  });

  it.each(['', ' ', 'two words', 'line\nbreak', 'ünicode'])('refuses the token %j', token => {
    expect(codeOf(() => readForgeSettings('a/b', { FORGE_TOKEN: token }))).toBe('AUTH');
  });

  it.each([
    'http://github.example.org',
    'http://10.0.0.1',
    'http://127.0.0.1.example.org',
    'ftp://localhost',
    'file:///etc/passwd',
    'https://me:secret@github.example.org',
    'https://github.example.org/?x=1',
    'nonsense',
  ])('sends no token to %j', apiUrl => {
    const error = caught(() => readForgeSettings('a/b', { FORGE_TOKEN, FORGE_API_URL: apiUrl }));
    expect(error?.code).toBe('USAGE');
    expect(error?.message).not.toContain('secret');
  });

  it.each([
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['http://localhost:1/api/v3/', 'http://localhost:1/api/v3'],
    ['https://github.example.org/api/v3', 'https://github.example.org/api/v3'],
  ])('takes %j', (given, apiUrl) => {
    expect(readForgeSettings('a/b', { FORGE_TOKEN, FORGE_API_URL: given })?.apiUrl).toBe(apiUrl);
  });
});

describe('requireForgeSettings', () => {
  it('says how to give a repository', () => {
    const error = caught(() => requireForgeSettings(undefined, {}));
    expect(error?.code).toBe('USAGE');
    expect(error?.remedy).toContain('--forge-repo=owner/name');
  });
});

function caught(call: () => unknown): TrackerError | undefined {
  try {
    call();
  } catch (error) {
    if (error instanceof TrackerError) return error;
    throw error;
  }
  return undefined;
}

function codeOf(call: () => unknown): string | undefined {
  return caught(call)?.code;
}
