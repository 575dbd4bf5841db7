import { createServer, type Server, type Socket } from 'node:net';

const idleMs = 30_000;
const maxLine = 1024;

/** A TCP server that answers every line `PING` with `PONG` and any other with `ERR unknown command`. */
export function createPongServer(): { readonly server: Server; readonly disconnect: () => void } {
  const open = new Set<Socket>();
  const server = createServer(socket => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // A client that vanishes is no error of the shop's; `close` follows.
    socket.on('error', () => socket.destroy());
    socket.setTimeout(idleMs, () => socket.destroy());
    answerLines(socket);
  });
  return {
    server,
    disconnect: () => {
      for (const socket of open) socket.destroy();
    },
  };
}

function answerLines(socket: Socket): void {
  let rest = '';
  socket.setEncoding('utf8').on('data', chunk => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      socket.write(line.trimEnd() === 'PING' ? 'PONG\n' : 'ERR unknown command\n');
    }
    if (rest.length > maxLine) socket.destroy();
  });
}
