import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { RootContents } from './root-folder.ts';

/** What the operator's image holds: Node, `ping`, and the command as one file. */
export async function operatorRoot(command: string): Promise<RootContents> {
  const node = fileURLToPath(new URL('bin/node', import.meta.resolve('node/package.json')));
  return {
    programs: { '/usr/bin/node': node, '/usr/bin/ping': await findProgram('ping') },
    files: { '/usr/lib/picket/picket-operator.js': command },
    texts: {
      '/usr/lib/picket/package.json': '{ "type": "module" }\n',
      '/etc/passwd':
        'root:x:0:0:root:/:/sbin/nologin\npicket:x:65532:65532:Picket:/:/sbin/nologin\n',
      '/etc/group': 'root:x:0:\npicket:x:65532:\n',
      '/etc/hosts': '127.0.0.1 localhost\n::1 localhost\n',
      '/etc/nsswitch.conf': 'hosts: files dns\n',
      '/etc/ssl/certs/ca-certificates.crt': await rootCertificates(node),
    },
  };
}

/** Those that Node has built in, for what else looks for them: this machine may trust authorities of its own. */
async function rootCertificates(node: string): Promise<string> {
  const { stdout } = await execa(node, ['--print', 'tls.rootCertificates.join("\\n")'], {
    timeout: 30_000,
  });
  return `${stdout}\n`;
}

async function findProgram(name: string): Promise<string> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    if (await isProgram(path)) return path;
  }
  throw new Error(`${name} is not on the PATH: run make tools`);
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
