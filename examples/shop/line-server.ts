import { createServer, type Server, type Socket } from 'node:net';

const idleMs = 30_000;
const maxLine = 1024;

export interface LineServer {
  readonly server: Server;
  /** Ends every connection. */
  readonly disconnect: () => void;
}

export interface Conversation {
  /** What a client is told before it says anything; as with answers, with its line break. */
  readonly greeting?: string;
  /** Answers a line, which comes without its line break. */
  readonly answer: (line: string) => string;
}

/** A TCP server that speaks in lines. */
export function createLineServer({ greeting, answer }: Conversation): LineServer {
  const open = new Set<Socket>();
  const server = createServer(socket => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // A client that vanishes is no error of the shop's; `close` follows.
    socket.on('error', () => socket.destroy());
    socket.setTimeout(idleMs, () => socket.destroy());
    if (greeting !== undefined) socket.write(greeting);
    answerLines(socket, answer);
  });
  return {
    server,
    disconnect: () => {
      for (const socket of open) socket.destroy();
    },
  };
}

function answerLines(socket: Socket, answer: Conversation['answer']): void {
  let rest = '';
  socket.setEncoding('utf8').on('data', chunk => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) socket.write(answer(line.trimEnd()));
    if (rest.length > maxLine) socket.destroy();
  });
}
