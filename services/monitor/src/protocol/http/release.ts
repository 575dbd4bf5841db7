import type { Socket } from 'node:net';

/**
 * Closes a socket and lets go of everything that listened to it. Node keeps a closed socket until the next full
 * collection: with its listeners, each would keep the whole run it was opened for.
 */
export function release(socket: Socket): void {
  socket.destroy();
  socket.removeAllListeners();
  socket.on('error', ignoreLate);
}

/** The run has its result; what the connection still has to say changes nothing. */
function ignoreLate(): void {}
