/** What a client sent can't be read: its body, query or path; answered 400 `Bad Request`, without the reason. */
export class Malformed extends Error {
  override readonly name = 'Malformed';
}
