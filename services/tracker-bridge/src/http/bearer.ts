import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether the header is `Bearer TOKEN`; how long it takes tells nothing of the token (RFC 6750, 2.1). */
export function isBearer(header: string | null | undefined, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

/** Of one length, as the comparison needs. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
