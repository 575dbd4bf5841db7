import { expect, test } from 'vitest';
import { redactAddresses, remoteError } from './remote-error.ts';

test.each([
  ['https://ann:secret@host/x.git', 'https://***@host/x.git'],
  ['https://secret@host/x', 'https://***@host/x'],
  ['ssh://git:secret@host:22/x', 'ssh://***@host:22/x'],
  ['https://host/x?private_token=secret&a=b', 'https://host/x?private_token=***&a=b'],
  ['git@host:x.git', 'git@host:x.git'],
])('in %s what may be a credential is left out', (address, shown) => {
  expect(redactAddresses(`fatal: unable to access '${address}': no`)).toBe(
    `fatal: unable to access '${shown}': no`,
  );
});

test('what git says is told on one line', () => {
  expect(redactAddresses('remote: no\n\nfatal: why  \n')).toBe('remote: no; fatal: why');
});

test('however much a remote says, the message stays short', () => {
  expect(redactAddresses('x'.repeat(100_000)).length).toBeLessThanOrEqual(2_000);
});

test.each([
  ["fatal: Authentication failed for 'https://host/x/'", 'AUTH'],
  ["fatal: could not read Username for 'https://host': terminal prompts disabled", 'AUTH'],
  ['git@host: Permission denied (publickey).', 'AUTH'],
  ['Host key verification failed.', 'AUTH'],
  ['fatal: unable to access: The requested URL returned error: 403', 'AUTH'],
  ['fatal: unable to access: The requested URL returned error: 500', 'REMOTE_FAILED'],
  ['ssh: connect to host x port 22: Connection refused', 'REMOTE_FAILED'],
  ["fatal: '/x' does not appear to be a git repository", 'REMOTE_FAILED'],
  ['', 'REMOTE_FAILED'],
])('%j is %s', (stderr, code) => {
  const outcome = { exitCode: 128, stdout: Buffer.alloc(0), stderr };
  expect(remoteError('origin', 'fetching', outcome).code).toBe(code);
});
