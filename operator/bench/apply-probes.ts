import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiServer } from '@picket/cluster';
import { execa } from 'execa';

export interface ProbesToApply {
  readonly namespace: string;
  readonly count: number;
  /** What they all ask. */
  readonly url: string;
  /** Seconds between two runs of each. */
  readonly interval: number;
}

/** Milliseconds. */
const limit = 1_800_000;

/** `kubectl apply` of one file with all of them, as a user does it. */
export async function applyProbes(
  { tools, kubeconfig }: Pick<ApiServer, 'tools' | 'kubeconfig'>,
  probes: ProbesToApply,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'picket-bench-'));
  try {
    const file = join(folder, 'probes.json');
    const items = Array.from({ length: probes.count }, (_, n) => probeOf(probes, n));
    await writeFile(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    await execa(
      join(tools, 'kubectl'),
      [
        `--kubeconfig=${kubeconfig}`,
        `--cache-dir=${join(folder, 'discovery')}`,
        'apply',
        '-f',
        file,
      ],
      { timeout: limit, stdin: 'ignore', stdout: 'ignore' },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** With a template to render and two assertions to judge, as in the monitor's own benchmark. */
function probeOf({ namespace, url, interval }: ProbesToApply, n: number) {
  return {
    apiVersion: 'picket.dev/v1',
    kind: 'Probe',
    metadata: { namespace, name: `probe-${n}` },
    spec: {
      interval,
      requests: [
        {
          url,
          headers: { 'x-sent-at': '{{ timestamp }}' },
          alerts: [
            { assertion: 'response.status < 200 or response.status > 299' },
            { assertion: 'response.time > 5000' },
          ],
        },
      ],
    },
  };
}
