import { connect } from 'node:net';
import { answer, sample } from './route.ts';

/** The side that asks: on `{ port, ms }` it keeps connections busy for so long and tells how many answers came. */
const connections = 10;

process.on('message', async ({ port, ms }: { port: number; ms: number }) => {
  const until = performance.now() + ms;
  const counts = await Promise.all(Array.from({ length: connections }, () => ask(port, until)));
  process.send?.({ answers: counts.reduce((sum, count) => sum + count, 0) });
});
process.once('disconnect', () => process.exit());
process.send?.('ready');

/** One connection that sends its next request when the answer has come; each answer is checked. */
function ask(port: number, until: number): Promise<number> {
  const request = Buffer.from(
    `POST ${sample.url} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: bench\r\nAccept: */*\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${sample.body.length}\r\n\r\n${sample.body}`,
  );
  return new Promise((resolve, reject) => {
    let answers = 0;
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setEncoding('latin1').setNoDelay(true);
    socket.on('error', reject).on('close', () => reject(new Error('the server closed')));
    socket.on('data', chunk => {
      text += chunk;
      if (!text.endsWith(answer)) {
        if (text.length > 4096) socket.destroy(new Error(`not the answer: ${text}`));
        return;
      }
      if (!text.startsWith('HTTP/1.1 200 ')) socket.destroy(new Error(`not well: ${text}`));
      answers++;
      text = '';
      if (performance.now() < until) socket.write(request);
      else {
        socket.destroy();
        resolve(answers);
      }
    });
    socket.setTimeout(10_000, () => socket.destroy(new Error(`no answer, but ${text}`)));
  });
}
