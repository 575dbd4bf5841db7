import { execa } from 'execa';
import { bridge, podRange } from './network.ts';

const families = [
  ['iptables-save', 'iptables-restore'],
  ['ip6tables-save', 'ip6tables-restore'],
] as const;

const mark = 'picket-cluster';

/** Lets pods reach the world under the host's address, also where the host forwards nothing by default. */
export async function openFirewall(): Promise<void> {
  const comment = ['-m', 'comment', '--comment', mark].join(' ');
  await restore('iptables-restore', [
    '*nat',
    `-A POSTROUTING -s ${podRange} ! -d ${podRange} ! -o ${bridge} ${comment} -j MASQUERADE`,
    'COMMIT',
    '*filter',
    `-A FORWARD -i ${bridge} ${comment} -j ACCEPT`,
    `-A FORWARD -o ${bridge} ${comment} -j ACCEPT`,
    'COMMIT',
  ]);
}

/** Removes our rules, and the chains of kube-proxy and the kubelet with all rules that lead there. */
export async function cleanFirewall(): Promise<void> {
  for (const [save, restoring] of families) {
    const { stdout } = await execa(save);
    const lines = removalOf(stdout);
    if (lines.length > 0) await restore(restoring, lines);
  }
}

/** From what iptables-save prints, the input of `iptables-restore --noflush` that removes the cluster's part. */
export function removalOf(saved: string): string[] {
  return saved
    .split(/^(?=\*)/m)
    .filter(table => table.startsWith('*'))
    .flatMap(removalOfTable);
}

function removalOfTable(text: string): string[] {
  const lines = text.split('\n');
  const chains = lines.flatMap(line => /^:(KUBE-\S+)/.exec(line)?.[1] ?? []);
  const rules = lines.filter(line => isOurs(line)).map(line => line.replace('-A', '-D'));
  if (chains.length === 0 && rules.length === 0) return [];
  return [
    lines[0] ?? '',
    // Naming a chain empties it.
    ...chains.map(chain => `:${chain} - [0:0]`),
    ...rules,
    ...chains.map(chain => `-X ${chain}`),
    'COMMIT',
  ];
}

/** Rules within the chains go with them. */
function isOurs(line: string): boolean {
  if (!line.startsWith('-A ') || line.startsWith('-A KUBE-')) return false;
  return / -[jg] KUBE-/.test(line) || line.includes(`--comment ${mark} `);
}

async function restore(command: string, lines: readonly string[]): Promise<void> {
  await execa(command, ['--noflush', '--wait=30'], { input: `${lines.join('\n')}\n` });
}
