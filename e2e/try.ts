// What `make try` runs: Picket and the demo shop in a Kubernetes, with probes that watch it, to look at by hand.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { useCluster } from '@picket/cluster';
import { execa } from 'execa';

const root = fileURLToPath(new URL('..', import.meta.url));
const image = { repository: 'localhost/picket-operator', tag: 'dev' };
const archive = join(root, 'dist', 'picket-operator.tar');
/** Databases a newcomer has none of. */
const unmet = ['mariadb', 'mysql', 'postgres', 'mongo', 'redis'];
const examples = ['settings', 'http', 'chain', 'ping', 'socket', 'kubernetes'];

const cluster = await useCluster();
const { kubeconfig, kubectl, tools } = cluster;
await execa(process.execPath, [join(root, 'operator/image/build.ts'), '--output', archive]);
await cluster.loadImage(archive);

const release = ['upgrade', '--install', 'picket', join(root, 'charts/picket')];
const where = ['--kubeconfig', kubeconfig, '--namespace', 'picket', '--create-namespace'];
const values = Object.entries(image).flatMap(([name, value]) => [
  '--set',
  `image.${name}=${value}`,
]);
// The definition of Probes outlives its release, and may be that of an earlier one.
await execa(join(tools, 'helm'), [
  ...release,
  ...where,
  ...values,
  '--wait',
  '--timeout',
  '180s',
  '--take-ownership',
]);

await kubectl(['apply', '-k', join(root, 'examples/shop')]);
await kubectl(['set', 'image', 'deployment/shop', `shop=${image.repository}:${image.tag}`]);
await kubectl(['rollout', 'status', 'deployment/shop', '--timeout=120s']);
await kubectl(['apply', ...examples.flatMap(name => ['-f', join(root, `examples/${name}.yaml`)])]);
await kubectl(['wait', 'pkt', '--all', '--for=condition=Healthy', '--timeout=120s']);

process.stdout.write(`${await kubectl(['get', 'pkt'])}
Look around:
  export KUBECONFIG=${kubeconfig} PATH=${tools}:$PATH
  kubectl scale deployment/shop --replicas=0     # an outage: within a minute HEALTHY is False
  kubectl get pkt --watch
  kubectl describe pkt home
The examples of ${unmet.join(', ')} need servers of yours: examples/settings.yaml says where they are.
End it: make cluster-down
`);
