import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

/**
 * The folder whose URL is `/` for a config's folder: an `app` or `src/app` beside a package.json, the nearest that
 * the config is in, otherwise `root`. A root other than the folder that is read (`dir`) was asked for, and goes
 * before the `app` that it lies in.
 */
export function urlRoots(dir: string, root: string): (folder: string) => string {
  const apps = new Map<string, string | undefined>();
  const appOf = (folder: string): string | undefined => {
    if (apps.has(folder)) return apps.get(folder);
    const above = dirname(folder);
    const inherited = above === folder ? undefined : appOf(above);
    const app = isApp(folder) ? folder : inherited;
    apps.set(folder, app);
    return app;
  };
  return folder => {
    const app = appOf(folder);
    const isAsked = root !== dir && isWithin(root, folder);
    return app === undefined || (isAsked && isWithin(app, root)) ? root : app;
  };
}

function isApp(folder: string): boolean {
  if (basename(folder) !== 'app') return false;
  const beside = dirname(folder);
  const homes = basename(beside) === 'src' ? [beside, dirname(beside)] : [beside];
  return homes.some(home => existsSync(join(home, 'package.json')));
}

function isWithin(outer: string, inner: string): boolean {
  return relative(outer, inner).split(sep)[0] !== '..';
}
