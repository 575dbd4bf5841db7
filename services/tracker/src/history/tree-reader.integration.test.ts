import { expect, test } from 'vitest';
import { temporaryRepository } from '../../fixtures/temporary-repository.ts';
import { ObjectReader } from './object-reader.ts';
import { TreeReader } from './tree-reader.ts';

test('a submodule, whose commit is in another repository, is no file and nothing that is missing', async () => {
  await using repository = await temporaryRepository({ remote: true });
  await repository.git('submodule', '--quiet', 'add', repository.remote ?? '', 'part');
  await repository.git('commit', '--quiet', '--message=with a submodule');
  using reader = new ObjectReader({ gitDir: repository.gitDir });
  const trees = new TreeReader(reader);
  const tree = await repository.git('rev-parse', 'HEAD^{tree}');
  const changes = await trees.changes(undefined, tree);
  expect(changes.map(change => change.path)).toEqual(['.gitmodules', 'README']);
  expect(trees.unreadable).toEqual([]);
});
