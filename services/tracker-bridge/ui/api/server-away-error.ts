/** No answer came: the server is down, or the way to it is. */
export class ServerAwayError extends Error {
  constructor(options?: ErrorOptions) {
    super('The server does not answer.', options);
    this.name = 'ServerAwayError';
  }
}
