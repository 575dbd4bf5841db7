/** The body has more bytes than the route reads; answered 413. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}
