/** What the server said instead of a success. */
export interface FailedAnswer {
  readonly status: number;
  /** Empty over HTTP/2 and later, which have none. */
  readonly statusText: string;
  /** Parsed where it is JSON, else its text; undefined where it is empty. */
  readonly body: unknown;
}

/** The server answered, but with no success. */
export class ResponseError extends Error implements FailedAnswer {
  override readonly name = 'ResponseError';
  readonly status: number;
  readonly statusText: string;
  readonly body: unknown;

  constructor(answer: FailedAnswer, message: string = statusMessage(answer)) {
    super(message);
    this.status = answer.status;
    this.statusText = answer.statusText;
    this.body = answer.body;
  }
}

const statusMessage = ({ status, statusText }: FailedAnswer): string =>
  statusText === '' ? `HTTP status ${status}` : statusText;
