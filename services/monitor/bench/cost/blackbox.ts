import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Contestant, concurrency } from './contestant.ts';

const modules = `modules:
  http_2xx:
    prober: http
    timeout: 10s
    http: { preferred_ip_protocol: ip4 }
`;
const clockTicksPerSecond = 100;

/** Debian's blackbox_exporter, asked as Prometheus asks it; its cost is its own process's CPU time. */
export async function startBlackbox(target: string): Promise<Contestant> {
  const folder = await mkdtemp(join(tmpdir(), 'picket-bench-'));
  const config = join(folder, 'blackbox.yml');
  await writeFile(config, modules);
  const port = await freePort();
  const child = spawn(
    'prometheus-blackbox-exporter',
    [`--config.file=${config}`, `--web.listen-address=127.0.0.1:${port}`, '--log.level=error'],
    { stdio: 'ignore' },
  );
  await once(child, 'spawn');
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const query = `http://127.0.0.1:${port}/probe?module=http_2xx&target=${encodeURIComponent(target)}`;
  await untilUp(() => probe(query, agent));
  return {
    name: 'blackbox_exporter',
    async round(ms) {
      const before = await cpuSeconds(child);
      const end = performance.now() + ms;
      let probes = 0;
      const loop = async () => {
        while (performance.now() < end) {
          await probe(query, agent);
          probes++;
        }
      };
      await Promise.all(Array.from({ length: concurrency }, loop));
      return { probes, cpuSeconds: (await cpuSeconds(child)) - before };
    },
    async stop() {
      agent.destroy();
      const exited = once(child, 'exit');
      child.kill();
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

function probe(query: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(query, { agent }, response => {
      let text = '';
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk;
      });
      response.on('end', () =>
        text.includes('\nprobe_success 1') ? resolve() : reject(new Error(`not probed: ${text}`)),
      );
    }).on('error', reject);
  });
}

async function untilUp(ask: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise(resolve => setTimeout(resolve, 100));
    }
  }
}

async function cpuSeconds({ pid }: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
