import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Authority,
  type Credential,
  createAuthority,
  createSigningKey,
} from './certificates.ts';

/** The keys of one control plane. */
export interface Pki {
  readonly authority: Authority;
  /** A user who may do everything. */
  readonly admin: Credential;
  readonly files: PkiFiles;
}

/** Where the components find their keys: paths of PEM files. */
export interface PkiFiles {
  readonly authority: string;
  readonly serverCertificate: string;
  readonly serverKey: string;
  /** The pair that signs the tokens of service accounts. */
  readonly tokenPublicKey: string;
  readonly tokenPrivateKey: string;
  /** Shown by the kubelet, and to it by the API server. A control plane without nodes has neither. */
  readonly kubeletCertificate: string;
  readonly kubeletKey: string;
  readonly kubeletClientCertificate: string;
  readonly kubeletClientKey: string;
}

/** Makes the keys and writes what the API server needs into the folder; it is reached under `hosts`. */
export async function createPki(folder: string, hosts: readonly string[]): Promise<Pki> {
  const authority = await createAuthority();
  const [server, admin, signing] = await Promise.all([
    authority.issue({ commonName: 'kube-apiserver', hosts }),
    authority.issue({ commonName: 'picket-admin', organization: 'system:masters' }),
    createSigningKey(),
    mkdir(folder, { recursive: true }),
  ]);
  const files = pkiFiles(folder);
  await writeSecrets([
    [files.authority, authority.certificate],
    [files.serverCertificate, server.certificate],
    [files.serverKey, server.key],
    [files.tokenPublicKey, signing.publicKey],
    [files.tokenPrivateKey, signing.privateKey],
  ]);
  return { authority, admin, files };
}

/** Adds the two keys between the API server and the kubelet, which is reached under `hosts`. */
export async function addKubeletKeys(pki: Pki, hosts: readonly string[]): Promise<void> {
  const { authority, files } = pki;
  const [server, client] = await Promise.all([
    authority.issue({ commonName: 'kubelet', hosts }),
    authority.issue({ commonName: 'kube-apiserver-kubelet', organization: 'system:masters' }),
  ]);
  await writeSecrets([
    [files.kubeletCertificate, server.certificate],
    [files.kubeletKey, server.key],
    [files.kubeletClientCertificate, client.certificate],
    [files.kubeletClientKey, client.key],
  ]);
}

export function pkiFiles(folder: string): PkiFiles {
  return {
    authority: join(folder, 'ca.crt'),
    serverCertificate: join(folder, 'apiserver.crt'),
    serverKey: join(folder, 'apiserver.key'),
    tokenPublicKey: join(folder, 'tokens.pub'),
    tokenPrivateKey: join(folder, 'tokens.key'),
    kubeletCertificate: join(folder, 'kubelet.crt'),
    kubeletKey: join(folder, 'kubelet.key'),
    kubeletClientCertificate: join(folder, 'kubelet-client.crt'),
    kubeletClientKey: join(folder, 'kubelet-client.key'),
  };
}

async function writeSecrets(contents: readonly (readonly [string, string])[]): Promise<void> {
  await Promise.all(contents.map(([path, text]) => writeFile(path, text, { mode: 0o600 })));
}
