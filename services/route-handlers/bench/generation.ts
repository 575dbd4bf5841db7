import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { installPackage } from '../fixtures/installed-package.ts';
import { writeRoutes } from './many-routes.ts';

/**
 * The real command over 1,000 routes: cold, and with nothing changed. Prints medians beside the goals, and beside what
 * the disk takes for writing the same files without a generator, which on some is most of the time. JSON, too.
 */
const routes = 1000;
const rounds = 7;

const folder = await mkdtemp(join(tmpdir(), 'route-handlers-bench-'));
try {
  await mkdir(join(folder, '.git'));
  const command = await installPackage(folder);
  const configs = await writeRoutes(folder, routes);
  const cold: number[] = [];
  const disk: number[] = [];
  const unchanged: number[] = [];
  let written = 0;
  for (let round = 0; round < rounds; round++) {
    await forget(folder);
    cold.push(await measure(command, folder));
    disk.push(await measureDisk(folder));
    await forget(folder);
    await measure(command, folder);
    // What a run keeps for the next one must be older than what that could confuse it with.
    await measure(command, folder);
    const before = await newestChange(folder);
    unchanged.push(await measure(command, folder));
    if ((await newestChange(folder)) !== before) written++;
  }
  const result = {
    routes,
    configs,
    rounds,
    coldMs: Math.round(median(cold)),
    diskMs: Math.round(median(disk)),
    unchangedMs: Math.round(median(unchanged)),
    unchangedRunsThatWrote: written,
  };
  process.stdout.write(
    [
      `Generation of ${routes} routes (${configs} configs), medians of ${rounds} runs`,
      `  cold: ${result.coldMs} ms (goal: under 2000), of which writing as many files takes ${result.diskMs} ms`,
      `  nothing changed: ${result.unchangedMs} ms (goal: under 300), ${written} runs wrote (goal: 0)`,
      '',
    ].join('\n'),
  );
  const results = new URL('results/', import.meta.url);
  await mkdir(results, { recursive: true });
  await writeFile(new URL('generation.json', results), `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await rm(folder, { recursive: true });
}

/** Milliseconds of one run. */
async function measure(command: string, cwd: string): Promise<number> {
  const { durationMs } = await execa(process.execPath, [command, 'generate'], { cwd });
  return durationMs;
}

/** Milliseconds that the disk takes for the same files, new ones under the same names. */
async function measureDisk(folder: string): Promise<number> {
  const files = await generatedFiles(folder);
  const contents = await Promise.all(files.map(file => readFile(file)));
  for (const file of files) await rm(file);
  const startedAt = performance.now();
  files.forEach((file, n) => {
    writeFileSync(file, contents[n] ?? '');
  });
  return performance.now() - startedAt;
}

async function generatedFiles(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'app'), { recursive: true });
  return names
    .filter(name => name.endsWith('.ts') && !name.endsWith('.config.ts'))
    .map(name => join(folder, 'app', name));
}

/** Deletes everything that was generated or kept. */
async function forget(folder: string): Promise<void> {
  for (const file of await generatedFiles(folder)) await rm(file);
  await rm(join(folder, '.gitignore'), { force: true });
  await rm(join(folder, 'node_modules', '.cache'), { recursive: true, force: true });
}

/** When anything was last written to. */
async function newestChange(folder: string): Promise<number> {
  const names = await readdir(join(folder, 'app'), { recursive: true });
  const paths = [
    ...names.map(name => join(folder, 'app', name)),
    join(folder, '.gitignore'),
    join(folder, 'node_modules', '.cache', 'route-handlers'),
  ];
  const times = await Promise.all(paths.map(async path => (await stat(path)).mtimeMs));
  return Math.max(...times);
}

function median(values: readonly number[]): number {
  return values.toSorted((first, second) => first - second)[Math.floor(values.length / 2)] ?? 0;
}
