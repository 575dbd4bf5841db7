import { BodyTooLarge } from '../body-too-large.ts';

/** Throws `BodyTooLarge` where a `Content-Length` tells of more bytes than the limit, before any is read. */
export function refuseDeclaredLength(header: string | null | undefined, limit: number): void {
  if (header !== null && header !== undefined && Number(header) > limit) {
    throw new BodyTooLarge(`${header} bytes declared, ${limit} are read`);
  }
}
