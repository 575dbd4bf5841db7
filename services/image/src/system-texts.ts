import { execa } from 'execa';
import { findNode } from './programs.ts';

export interface User {
  /** The name of the user 65532. */
  readonly name: string;
  /** As passwd has it. */
  readonly comment: string;
  readonly home: string;
}

/** The files of /etc that programs look for: who the user is, how hosts are found, which authorities to trust. */
export async function systemTexts({
  name,
  comment,
  home,
}: User): Promise<Readonly<Record<string, string>>> {
  return {
    '/etc/passwd': `root:x:0:0:root:/:/sbin/nologin\n${name}:x:65532:65532:${comment}:${home}:/sbin/nologin\n`,
    '/etc/group': `root:x:0:\n${name}:x:65532:\n`,
    '/etc/hosts': '127.0.0.1 localhost\n::1 localhost\n',
    '/etc/nsswitch.conf': 'hosts: files dns\n',
    '/etc/ssl/certs/ca-certificates.crt': await rootCertificates(findNode()),
  };
}

/** Those that Node has built in, for what else looks for them: this machine may trust authorities of its own. */
async function rootCertificates(node: string): Promise<string> {
  const { stdout } = await execa(node, ['--print', 'tls.rootCertificates.join("\\n")'], {
    timeout: 30_000,
  });
  return `${stdout}\n`;
}
