import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildResult, build, type Metafile } from 'esbuild';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPackage } from '../../fixtures/installed-package.ts';
import { createProject, type Project } from '../../fixtures/project.ts';
import { clientMarker, serverMarker, variedRoutes } from '../../fixtures/varied-routes.ts';

let project: Project;

beforeAll(async () => {
  project = await createProject({ ...variedRoutes('.ts'), 'package.json': '{ "type": "module" }' });
  const compilerOptions = { module: 'nodenext', allowImportingTsExtensions: true };
  await project.write('tsconfig.json', JSON.stringify({ compilerOptions }));
  await mkdir(join(project.folder, 'node_modules'));
  const command = await installPackage(project.folder);
  await execa(process.execPath, [command, 'generate'], { cwd: project.folder });
});
afterAll(() => project?.[Symbol.asyncDispose]());

interface Bundle {
  readonly text: string;
  /** Paths of all modules in it. */
  readonly inputs: readonly string[];
}

/** What a browser gets of modules, each exporting all it has. Rejects where one imports what only Node has. */
async function bundle(modules: readonly string[]): Promise<Bundle> {
  const contents = modules
    .map((path, n) => `export * as m${n} from ${JSON.stringify(`./${path}`)};`)
    .join('\n');
  return output(
    await build({
      stdin: { contents, resolveDir: project.folder, loader: 'ts' },
      bundle: true,
      format: 'esm',
      platform: 'browser',
      write: false,
      metafile: true,
      logLevel: 'silent',
    }),
  );
}

function output({ outputFiles, metafile }: BuildResult & { metafile: Metafile }): Bundle {
  return { text: outputFiles?.[0]?.text ?? '', inputs: Object.keys(metafile.inputs) };
}

test('neither client.ts nor a hook brings anything of the server to a browser', async () => {
  const files = (await project.files()).filter(path =>
    /\/(?:client|use-route-\w+)\.ts$/.test(path),
  );
  expect(files.length).toBeGreaterThan(30);
  const { text, inputs } = await bundle(files);
  expect(text).toContain(clientMarker);
  expect(text).not.toContain(serverMarker);
  expect(inputs.filter(path => /\.config\.ts$|^server\/|\(disabled\)|^node:/.test(path))).toEqual(
    [],
  );
  expect(inputs.filter(path => path.includes('node_modules/fastify'))).toEqual([]);
});

test('a route.ts does, so that the test above can fail', async () => {
  await expect(bundle(['app/route.ts'])).rejects.toThrow('node:fs');
});

test("a hook brings its own endpoint, and not the other methods' of the route", async () => {
  const { text } = await bundle(['app/clash/use-route-put.ts']);
  expect(text).toContain('method: "PUT"');
  expect(text).not.toMatch(/method: "(?:GET|PATCH)"/);
});
