import { expect, test } from 'vitest';
import { answerPrompt, type Credentials } from './answer-prompt.ts';

const remote = 'https://git.example.com:8443/team/shop.git';
const none: Credentials = { username: undefined, password: undefined, token: undefined };
const login = { ...none, username: 'ann', password: 'secret' };
const token = { ...none, token: 'abc' };

test.each<[string, Credentials, string | undefined]>([
  ["Username for 'https://git.example.com:8443': ", login, 'ann'],
  ["Password for 'https://ann@git.example.com:8443': ", login, 'secret'],
  ["Username for 'https://git.example.com:8443': ", token, 'x-access-token'],
  ["Password for 'https://x-access-token@git.example.com:8443': ", token, 'abc'],
  ["Password for 'https://git.example.com:8443': ", none, undefined],
  ["Password for 'https://ann@evil.example.com:8443': ", login, undefined],
  ["Password for 'https://git.example.com:8443@evil.example.com': ", login, undefined],
  ["Password for 'https://ann@git.example.com': ", login, undefined],
  ["Password for 'http://ann@git.example.com:8443': ", login, undefined],
  ["Enter passphrase for key '/etc/tracker/remote/ssh-privatekey': ", login, undefined],
  ['', login, undefined],
])('%s is answered for the remote alone', (prompt, credentials, answer) => {
  expect(answerPrompt(prompt, remote, credentials)).toBe(answer);
});

test('no remote has no answers', () => {
  expect(answerPrompt("Password for 'https://x': ", '', login)).toBeUndefined();
});
