import { expect, test } from 'vitest';
import { isCredentialName } from './credential-name.ts';

test.each([
  'token',
  'accessToken',
  'API_KEY',
  'apiKey2',
  'adminPasswordProd',
  'DB-PASSWORD-1',
  'client_secret',
  'jwt',
  'vault:anything',
  'session-cookie',
])('%s is a credential', name => expect(isCredentialName(name)).toBe(true));

test.each([
  'baseUrl',
  'tokenUrl',
  'access_token_url',
  'api_key_name',
  'passenger',
  'keyboard',
  'user',
  'secretary',
  'token_type',
])('%s is none', name => expect(isCredentialName(name)).toBe(false));
