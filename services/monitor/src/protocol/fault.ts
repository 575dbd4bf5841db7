import type { Code } from './codes.ts';

/** What a protocol itself found wrong with an answer or a deadline; a foreign error has no `status`. */
export class Fault extends Error {
  readonly status: Code;

  constructor(status: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Fault';
    this.status = status;
  }
}
