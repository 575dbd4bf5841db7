import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@picket/monitor/fixtures/wait-for';
import { execa } from 'execa';

/** What it exported at a time, which is too much at 10,000 probes to be parsed as a whole. */
export interface Scrape {
  /** Milliseconds of `performance.now`. */
  readonly at: number;
  /** The series of that name: their labels as they are written, and values. */
  series(name: string): readonly { readonly labels: string; readonly value: number }[];
}

/** The real command in a process of its own. */
export interface OperatorProcess extends AsyncDisposable {
  readonly pid: number;
  /** Lines of its log that are warnings or errors; they are shown as they come. */
  readonly complaints: readonly string[];
  scrape(): Promise<Scrape>;
}

/** Milliseconds. */
const limit = 60_000;

export interface OperatorCall {
  /** Path of the command. */
  readonly command: string;
  readonly kubeconfig: string;
  /** Whose probes it runs. */
  readonly namespace: string;
}

/** Resolves once it is ready. */
export async function startOperator({
  command,
  kubeconfig,
  namespace,
}: OperatorCall): Promise<OperatorProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'picket-bench-'));
  const config = join(folder, 'config.yaml');
  await writeFile(config, 'egress: { allow: [127.0.0.0/8] }\n');
  const child = execa(
    command,
    [
      `--kubeconfig=${kubeconfig}`,
      `--config=${config}`,
      `--namespaces=${namespace}`,
      `--group=${namespace}`,
      '--host=127.0.0.1',
      '--port=0',
    ],
    {
      env: { POD_NAME: `${namespace}-0`, POD_NAMESPACE: 'default' },
      reject: false,
      buffer: false,
      stderr: 'inherit',
      forceKillAfterDelay: limit,
    },
  );
  const complaints: string[] = [];
  let port: unknown;
  const reading = readLines(child.stdout, line => {
    const { level, port: served } = JSON.parse(line);
    port ??= served;
    if (level !== 'warn' && level !== 'error') return;
    complaints.push(line);
    process.stderr.write(`${line}\n`);
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await Promise.all([child, reading]);
    await rm(folder, { recursive: true, force: true });
  };
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(limit) });
  try {
    await waitFor(
      'the operator is ready',
      async () => port !== undefined && (await ask('/readyz')).ok,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    pid: child.pid ?? 0,
    complaints,
    async scrape() {
      const at = performance.now();
      const text = await (await ask('/metrics')).text();
      return { at, series: name => seriesOf(text, name) };
    },
    [Symbol.asyncDispose]: stop,
  };
}

function seriesOf(text: string, name: string) {
  const lines = text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'));
  return [...lines].map(([, labels = '', value]) => ({ labels, value: Number(value) }));
}

async function readLines(stream: NodeJS.ReadableStream, take: (line: string) => void) {
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
  await once(stream, 'end');
}
