import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { BridgeError } from '../errors.ts';

const packageFolder = new URL('../../', import.meta.url);

/** Where `npm run build` puts the browser UI; an image has it at the same place beside its bundle. */
export const builtUi: string = fileURLToPath(new URL('dist/ui/', packageFolder));

/**
 * Builds the browser UI where it is not there and its sources are, as in a fresh checkout. Else rejects with SETTINGS.
 * `folder`: that of the package.
 */
export async function ensureBuiltUi(
  tell: (text: string) => void,
  folder: URL = packageFolder,
): Promise<void> {
  const page = new URL('dist/ui/index.html', folder);
  if (await isThere(page)) return;
  if (await isThere(new URL('ui/vite.config.ts', folder))) {
    tell('Building the browser UI, once…\n');
    await buildUi(folder);
  }
  if (await isThere(page)) return;
  throw new BridgeError('SETTINGS', `the browser UI is not there: ${fileURLToPath(page)}`);
}

async function buildUi(folder: URL): Promise<void> {
  const { failed, stderr } = await execa('npm', ['run', 'build'], {
    cwd: folder,
    stdin: 'ignore',
    reject: false,
    timeout: 600_000,
  });
  if (!failed) return;
  throw new BridgeError(
    'SETTINGS',
    `the browser UI cannot be built; \`npm run build -w @picket/tracker-bridge\` says why:\n${stderr}`,
  );
}

const isThere = (place: URL): Promise<boolean> =>
  access(place).then(
    () => true,
    () => false,
  );
