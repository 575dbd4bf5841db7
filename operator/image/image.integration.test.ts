import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildImage, bundle } from '@picket/image';
import { type OpenImage, openImage } from '@picket/image/fixtures/open-image';
import { runInImage } from '@picket/image/fixtures/run-in-image';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const pingGroups = { 'net.ipv4.ping_group_range': '0 2147483647' };
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

let folder: string;
let image: OpenImage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'picket-image-test-'));
  const archive = join(folder, 'picket-operator.tar');
  await execa('node', [here('build.ts'), '--output', archive], { timeout: 170_000 });
  image = await openImage(archive, await mkdtemp(join(folder, 'image-')));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the image', () => {
  test('runs the operator as a user without rights, with the flags of its command', async () => {
    const command = await readFile(here('../bin/picket-operator.js'), 'utf8');
    const flags = command
      .split('\n', 1)[0]
      ?.split(' ')
      .filter(part => part.startsWith('--'));
    expect(flags).toHaveLength(2);
    expect(image).toMatchObject({
      user: '65532:65532',
      env: ['PATH=/usr/bin', 'UV_THREADPOOL_SIZE=32'],
      entrypoint: ['/usr/bin/node', ...(flags ?? []), '/usr/lib/picket/picket-operator.js'],
    });
  });

  test('is the same when it is built again of the same files', async () => {
    const scratch = await mkdtemp(join(folder, 'again-'));
    const staged = join(scratch, 'staged');
    await cp(image.root, join(staged, 'image'), { recursive: true });
    await buildImage({
      dockerfile: here('Dockerfile'),
      staged,
      tag: 'localhost/picket-operator:dev',
      output: join(scratch, 'again.tar'),
      scratch,
    });
    const again = await openImage(
      join(scratch, 'again.tar'),
      await mkdtemp(join(scratch, 'image-')),
    );
    expect(again.digest).toBe(image.digest);
  });

  test('holds only what everybody may read and nobody gains rights by', async () => {
    const find = (...tests: string[]) => execa('find', [image.root, ...tests]);
    expect((await find('-type', 'f', '!', '-perm', '-o=r')).stdout).toBe('');
    expect((await find('-type', 'd', '!', '-perm', '-o=rx')).stdout).toBe('');
    expect((await find('-perm', '/6022', '!', '-type', 'l')).stdout).toBe('');
    expect((await find('!', '-user', '0')).stdout).toBe('');
  });
});

describe('in a restricted container', () => {
  const script = (text: string) => ['/usr/bin/node', '--eval', text];

  test('the operator starts', async () => {
    const operator = await runInImage(image, [...image.entrypoint, '--version']);
    expect(operator).toMatchObject({ exitCode: 0, stderr: '' });
    expect(operator.stdout).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('Node is that of the lock file and knows its user', async () => {
    const text = 'console.log(process.version, os.userInfo().username)';
    const manifest = await readFile(
      fileURLToPath(import.meta.resolve('node/package.json')),
      'utf8',
    );
    const { version } = JSON.parse(manifest);
    expect(await runInImage(image, script(text))).toMatchObject({ stdout: `v${version} picket` });
  });

  test('ping needs no capability, only that its group may', async () => {
    const ping = ['/usr/bin/ping', '-c', '1', '127.0.0.1'];
    const allowed = await runInImage(image, ping, { sysctl: pingGroups });
    expect(allowed.stdout).toContain('1 received');
    expect(allowed.exitCode).toBe(0);
    const refused = await runInImage(image, ping, {
      sysctl: { 'net.ipv4.ping_group_range': '1 0' },
    });
    expect(refused).toMatchObject({ exitCode: 2 });
  });

  test('host names are looked up in the hosts file and by DNS', async () => {
    const resolvConf = join(folder, 'resolv.conf');
    await writeFile(resolvConf, 'nameserver 127.0.0.1\n');
    const local = 'dns.lookup("localhost", { family: 4 }, (_, address) => console.log(address))';
    expect(await runInImage(image, script(local))).toMatchObject({ stdout: '127.0.0.1' });
    const program = await readFile(here('fixtures/look-up.js'), 'utf8');
    const asked = await runInImage(image, script(program), {
      mounts: { '/etc/resolv.conf': resolvConf },
      sysctl: { 'net.ipv4.ip_unprivileged_port_start': '0' },
    });
    expect(asked).toMatchObject({ stdout: '192.0.2.7', stderr: '' });
  });

  test('certificate authorities are where programs look for them', async () => {
    const text = `
      const file = fs.readFileSync('/etc/ssl/certs/ca-certificates.crt', 'utf8');
      const found = file.match(/-----BEGIN[^]+?-----END CERTIFICATE-----/g);
      const subjects = found.map(text => new crypto.X509Certificate(text).subject);
      console.log(subjects.length === tls.rootCertificates.length, subjects.length > 50);`;
    expect(await runInImage(image, script(text))).toMatchObject({ stdout: 'true true' });
  });

  test('nothing can be written', async () => {
    const text = 'try { fs.writeFileSync("/x", "") } catch ({ code }) { console.log(code) }';
    expect(await runInImage(image, script(text))).toMatchObject({ stdout: 'EROFS' });
  });

  test('the thread of the history is beside the command, and answers', async () => {
    const url = 'postgres://user@127.0.0.1:1/shop';
    const text = `
      const workerData = { place: { kind: 'postgres', url: '${url}' }, maxBytes: 0 };
      const thread = new worker_threads.Worker('/usr/lib/picket/thread.js', { workerData });
      thread.postMessage({ id: 1, call: { method: 'probes', given: [{ limit: 1 }] } });
      thread.on('message', ({ id, problem }) => {
        if (id === 1) { console.log(problem.code, problem.message); process.exit() }
      });`;
    const { stdout } = await runInImage(image, script(text));
    expect(stdout).toMatch(/^PKT_HISTORY_UNAVAILABLE .*ECONNREFUSED 127\.0\.0\.1:1/);
  });

  test('a bundled engine runs every protocol', async () => {
    const command = join(folder, 'picket.js');
    const probes = join(folder, 'probes.yaml');
    await bundle(here('fixtures/picket.ts'), command);
    await writeFile(probes, JSON.stringify({ probes: [everyProtocol] }));
    const place = '/usr/lib/picket/picket.js';
    const args = ['/usr/bin/node', place, '-c', '/etc/probes.yaml', '--once', '--output', 'json'];
    const { stdout } = await runInImage(image, args, {
      mounts: { [place]: command, '/etc/probes.yaml': probes },
      sysctl: pingGroups,
    });
    const lines = stdout.split('\n').map(line => JSON.parse(line));
    expect(Object.fromEntries(lines.map(({ kind, status }) => [kind, status]))).toEqual({
      http: 2,
      ping: 200,
      socket: 2,
      mariadb: 2,
      mysql: 2,
      mongo: 2,
      postgres: 2,
      redis: 2,
    });
  });
});

/** Nobody listens there: 2, connection refused, can be told only by a driver that was loaded and used. */
const everyProtocol = {
  id: 'every-protocol',
  name: 'Every protocol',
  requests: [{ url: 'http://127.0.0.1:1/{{ timestamp }}' }],
  ping: [{ uri: '127.0.0.1' }],
  socket: { host: '127.0.0.1', port: 1 },
  mariadb: [{ uri: 'mariadb://user@127.0.0.1:1/shop' }],
  mysql: [{ uri: 'mysql://user@127.0.0.1:1/shop' }],
  mongo: [{ uri: 'mongodb://127.0.0.1:1/shop' }],
  postgres: [{ uri: 'postgres://user@127.0.0.1:1/shop' }],
  redis: [{ uri: 'redis://127.0.0.1:1' }],
};
