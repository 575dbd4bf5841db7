import { chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OpenImage, openImage } from '@picket/image/fixtures/open-image';
import { runInImage } from '@picket/image/fixtures/run-in-image';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;
let image: OpenImage;
let folders: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'picket-tracker-image-'));
  const archive = join(folder, 'picket-tracker.tar');
  const build = fileURLToPath(new URL('build.ts', import.meta.url));
  await execa('node', [build, '--output', archive], { timeout: 170_000 });
  image = await openImage(archive, await mkdtemp(join(folder, 'image-')));
  folders = await writable(['/data', '/home/tracker', '/tmp']);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** As emptyDir volumes are: the pod's user may write to them. */
async function writable(paths: readonly string[]): Promise<Record<string, string>> {
  const made: Record<string, string> = {};
  for (const path of paths) {
    const place = join(folder, `volume${path.replaceAll('/', '-')}`);
    await mkdir(place);
    await chown(place, 65_532, 65_532);
    made[path] = place;
  }
  return made;
}

const env = ["process.env.TRACKER_WEB_REPO = '/data/repository';"];
const script = (...lines: string[]) => ['/usr/bin/node', '--eval', [...env, ...lines].join('\n')];
const run = (args: readonly string[]) => runInImage(image, args, { folders });

test('the repository is made, and the command works in it by git alone', async () => {
  const prepare = "import('/usr/lib/tracker-bridge/image/prepare-repository.js');";
  expect(await run(script(prepare))).toMatchObject({
    stdout: '/data/repository: made',
    stderr: '',
  });
  const tracker = (...argv: string[]) =>
    run(['/usr/bin/tracker', '--repo=/data/repository', ...argv]);
  expect(await tracker('ticket', 'create', '--title=In the image')).toMatchObject({ exitCode: 0 });
  expect((await tracker('ticket', 'read')).stdout).toContain('In the image');
  expect((await run(['/usr/bin/git', '-C', '/data/repository', 'fsck'])).exitCode).toBe(0);
});

test('git has what reaches remotes over HTTPS and SSH', async () => {
  const git = (url: string) => run(['/usr/bin/git', 'ls-remote', url]);
  expect((await git('https://127.0.0.1:1/x.git')).stderr).toMatch(/connect|refused/i);
  expect((await git('ssh://127.0.0.1:1/x.git')).stderr).toMatch(/port 1: Connection refused/);
});

test('both servers answer', async () => {
  const { stdout } = await run(
    script(
      "const { spawn } = require('node:child_process');",
      "const start = (name, ...args) => spawn(name, args, { stdio: 'ignore', env: { ...process.env, TRACKER_MCP_REPO: '/data/repository' } });",
      "const started = [start('/usr/bin/tracker-web'), start('/usr/bin/tracker-mcp', '--http')];",
      'const answers = async url => { for (;;) try { return (await fetch(url)).status; } catch { await new Promise(r => setTimeout(r, 200)); } };',
      "const urls = ['3847/', '3847/api/health', '3848/api/health'].map(rest => 'http://127.0.0.1:' + rest);",
      'Promise.all(urls.map(answers)).then(found => { console.log(found.join()); for (const each of started) each.kill(); });',
    ),
  );
  expect(stdout).toBe('200,200,200');
});

test('nothing else can be written', async () => {
  const text = 'try { fs.writeFileSync("/usr/lib/x", "") } catch ({ code }) { console.log(code) }';
  expect(await run(script(text))).toMatchObject({ stdout: 'EROFS' });
  const find = ['-type', 'f', '-perm', '/6022'];
  expect((await execa('find', [image.root, ...find])).stdout).toBe('');
  expect(await readdir(image.root)).not.toContain('bin');
});
