import { expect, test } from 'vitest';
import { gitEnvironment } from './git-environment.ts';

test.each([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
  'GIT_CONFIG',
  'GIT_CONFIG_PARAMETERS',
  'GIT_AUTHOR_NAME',
  'GIT_COMMITTER_DATE',
  'GIT_EXTERNAL_DIFF',
  'GIT_PAGER',
  'GIT_EDITOR',
  'GIT_TRACE',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_GRAFT_FILE',
  'GIT_QUARANTINE_PATH',
  'GIT_DEFAULT_HASH',
  'GIT_SSH_COMMANDS',
])('%s does not reach git', name => {
  expect(gitEnvironment({ [name]: 'x' })).not.toHaveProperty(name);
});

test.each([
  'PATH',
  'HOME',
  'SSH_AUTH_SOCK',
  'HTTPS_PROXY',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'GIT_ASKPASS',
  'GIT_SSL_CAINFO',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CONFIG_COUNT',
  'GIT_CONFIG_KEY_0',
  'GIT_CONFIG_VALUE_10',
  'GIT_CEILING_DIRECTORIES',
  'GIT_EXEC_PATH',
])('%s reaches git', name => {
  expect(gitEnvironment({ [name]: 'x' })).toMatchObject({ [name]: 'x' });
});

test('nobody is asked, git speaks English, and what was given stays as it was', () => {
  const given = { LC_ALL: 'de_DE.UTF-8', GIT_TERMINAL_PROMPT: '1', GIT_DIR: 'x' };
  expect(gitEnvironment(given)).toEqual({ LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' });
  expect(given).toEqual({ LC_ALL: 'de_DE.UTF-8', GIT_TERMINAL_PROMPT: '1', GIT_DIR: 'x' });
});
