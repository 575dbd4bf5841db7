import { expect, test } from 'vitest';
import { readModelSettings } from './model-settings.ts';

const env = {
  TRACKER_AI_API_KEY: 'sk-secret',
  TRACKER_AI_BASE_URL: 'https://api.example.com/v1',
  TRACKER_AI_MODEL: 'm',
};

test('the settings come from the three variables', () => {
  const { TRACKER_AI_BASE_URL: baseUrl } = env;
  expect(readModelSettings(env)).toEqual({ apiKey: 'sk-secret', baseUrl, model: 'm' });
});

test.each(Object.keys(env))('without %s it is AUTH, and all three are named', name => {
  const remedy = expect.stringMatching(/_API_KEY.*_BASE_URL.*_MODEL/);
  expect(() => readModelSettings({ ...env, [name]: ' ' })).toThrow(
    expect.objectContaining({ code: 'AUTH', remedy, message: expect.stringContaining(name) }),
  );
});

test.each(['sk-secret\nX: y', 'sk-größe', 'sk secret'])('the key %j is refused untold', key => {
  expect(() => readModelSettings({ ...env, TRACKER_AI_API_KEY: key })).toThrow(
    expect.objectContaining({ code: 'AUTH', message: expect.not.stringContaining('sk') }),
  );
});

test.each([
  ['http://localhost:11434/v1', true],
  ['http://127.0.0.1/v1', true],
  ['http://127.8.8.8/v1', true],
  ['http://[::1]:8080/v1', true],
  ['http://2130706433/v1', true],
  ['http://example.com/v1', false],
  ['http://127.0.0.1.example.com/v1', false],
  ['http://localhost.example.com/v1', false],
  ['http://0.0.0.0/v1', false],
  ['file:///etc/passwd', false],
  ['ftp://127.0.0.1/', false],
  ['api.example.com/v1', false],
  ['https://user:word@example.com/v1', false],
])('the address %s is taken: %s', (address, taken) => {
  const read = (): unknown => readModelSettings({ ...env, TRACKER_AI_BASE_URL: address });
  if (taken) expect(read).not.toThrow();
  else expect(read).toThrow(expect.objectContaining({ code: 'INVALID' }));
});
