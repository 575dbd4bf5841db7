import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/**
 * The folder whose URL is `/` for a config's folder: `app` or `src/app` beside the nearest package.json where the
 * config is below that, otherwise the folder given to the generator.
 */
export function urlRoots(given: string): (folder: string) => string {
  const packages = new Map<string, string | undefined>();
  const packageOf = (folder: string): string | undefined => {
    if (packages.has(folder)) return packages.get(folder);
    const above = dirname(folder);
    const found = existsSync(join(folder, 'package.json'))
      ? folder
      : above === folder
        ? undefined
        : packageOf(above);
    packages.set(folder, found);
    return found;
  };
  return folder => {
    const home = packageOf(folder);
    if (home === undefined) return given;
    const [first, second] = relative(home, folder).split(sep);
    if (first === 'app') return join(home, 'app');
    return first === 'src' && second === 'app' ? join(home, 'src', 'app') : given;
  };
}
