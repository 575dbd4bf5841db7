import { join } from 'node:path';
import { emitFolder } from './emit-folder.ts';
import { createImportExtensions } from './import-extension.ts';
import { nameRoutes } from './names.ts';
import { fileProblem, type Problem } from './problem.ts';
import type { RootedRoute } from './read-routes.ts';

export interface PlannedFiles {
  /** What is to be in each file, by its absolute path. */
  readonly files: ReadonlyMap<string, string>;
  /** Folders whose files stay as they are, for an error that only emitting told. */
  readonly untouched: ReadonlySet<string>;
  /** What imports end with, by the tsconfig.json that asks for it. */
  readonly extensions: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
}

/** Emits the files of every route. */
export function planFiles(routes: readonly RootedRoute[]): PlannedFiles {
  const files = new Map<string, string>();
  const problems: Problem[] = [];
  const untouched = new Set<string>();
  const names = namesOf(routes);
  const extensions = createImportExtensions();

  for (const route of routes) {
    const { folder, root, path } = route;
    const extension = extensions.of(folder);
    if (extension === undefined) {
      untouched.add(folder);
      continue;
    }
    const emitted = emitFolder(route, names.get(root)?.get(path) ?? '', extension);
    if (emitted.clashes.length > 0) {
      untouched.add(folder);
      problems.push(
        ...emitted.clashes.map(clash => clashProblem(join(folder, clash.file), clash.name)),
      );
      continue;
    }
    for (const [name, content] of emitted.files) files.set(join(folder, name), content);
  }
  return {
    files,
    untouched,
    extensions: extensions.files(),
    problems: [...problems, ...extensions.problems()],
  };
}

/** By root and path: an application's names are the same whether or not it is generated with others. */
function namesOf(routes: readonly RootedRoute[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const roots = Map.groupBy(routes, ({ root }) => root);
  return new Map(
    Array.from(roots, ([root, own]) => [root, nameRoutes(own.map(({ path }) => path))]),
  );
}

function clashProblem(file: string, name: string): Problem {
  const reason = `the type "${name}" has a name that client.ts uses for something else`;
  return fileProblem('name-clash', file, reason);
}
