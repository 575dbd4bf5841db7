import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProject } from '../../fixtures/project.ts';
import { createImportExtensions } from './import-extension.ts';

test.each([
  [{}, ''],
  [{ module: 'ESNext', moduleResolution: 'Bundler' }, ''],
  [{ module: 'NodeNext' }, '.js'],
  [{ module: 'node20' }, '.js'],
  [{ module: 'esnext', moduleResolution: 'node16' }, '.js'],
  [{ module: 'nodenext', allowImportingTsExtensions: true }, '.ts'],
  [{ module: 'nodenext', rewriteRelativeImportExtensions: true }, '.ts'],
  [{ module: 'esnext', moduleResolution: 'bundler', allowImportingTsExtensions: true }, '.ts'],
])('under %j imports end with "%s"', async (compilerOptions, extension) => {
  await using project = await createProject({
    'tsconfig.json': `// with a comment\n${JSON.stringify({ compilerOptions })}`,
  });
  expect(createImportExtensions().of(join(project.folder, 'app', 'posts'))).toBe(extension);
});

test('the nearest tsconfig.json counts, with what it extends', async () => {
  await using project = await createProject({
    'tsconfig.json': '{ "compilerOptions": { "module": "nodenext" } }',
    'base.json': '{ "compilerOptions": { "allowImportingTsExtensions": true } }',
    'app/tsconfig.json': '{ "extends": "../base.json" }',
  });
  const extensions = createImportExtensions();
  expect(extensions.of(join(project.folder, 'app', 'posts'))).toBe('.ts');
  expect(extensions.of(join(project.folder, 'other'))).toBe('.js');
});

test('one that cannot be read is told once, and has no answer', async () => {
  await using project = await createProject({ 'tsconfig.json': '{ "extends": "./gone.json" }' });
  const extensions = createImportExtensions();
  expect(extensions.of(join(project.folder, 'a'))).toBeUndefined();
  expect(extensions.of(join(project.folder, 'b'))).toBeUndefined();
  expect(extensions.problems()).toEqual([
    {
      code: 'tsconfig',
      severity: 'error',
      file: join(project.folder, 'tsconfig.json'),
      line: 1,
      column: 1,
      reason: expect.stringContaining('gone.json'),
    },
  ]);
});
