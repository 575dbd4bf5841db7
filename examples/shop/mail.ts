import { createLineServer, type LineServer } from './line-server.ts';

/** A mail server as far as probes look: it greets, and takes no mail. */
export function createMailServer(): LineServer {
  return createLineServer({
    greeting: '220 shop.example ESMTP\r\n',
    answer: () => '502 Command not implemented\r\n',
  });
}
