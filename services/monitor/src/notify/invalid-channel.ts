import { PicketError } from '../errors.ts';

/** What a channel cannot be made of; `reason` holds no secret. */
export function invalidChannel(id: string, reason: string): PicketError {
  return new PicketError('PKT_CONFIG_INVALID', `the notification channel ${id}: ${reason}`);
}

/** Throws `PKT_CONFIG_INVALID`, which leaves out the address: it may hold a secret. */
export function httpUrlOf(id: string, text: string): URL {
  const url = URL.parse(text);
  if (url !== null && ['http:', 'https:'].includes(url.protocol)) return url;
  throw invalidChannel(id, 'its url is no http or https url');
}
