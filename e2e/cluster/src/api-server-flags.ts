import type { PkiFiles } from './pki.ts';

export interface ApiServerSettings {
  readonly etcd: string;
  readonly files: PkiFiles;
  /** The address it listens on. */
  readonly bind: string;
  readonly port: number;
}

/** Addresses of services. The first is that of the API server itself. */
const serviceRange = '10.96.0.0/16';

/** Flags of a kube-apiserver that authorizes by RBAC, with the default admission. */
export function apiServerFlags({ etcd, files, bind, port }: ApiServerSettings): string[] {
  return [
    `--etcd-servers=${etcd}`,
    `--bind-address=${bind}`,
    `--secure-port=${port}`,
    `--service-cluster-ip-range=${serviceRange}`,
    '--authorization-mode=Node,RBAC',
    `--client-ca-file=${files.authority}`,
    `--tls-cert-file=${files.serverCertificate}`,
    `--tls-private-key-file=${files.serverKey}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${files.tokenPublicKey}`,
    `--service-account-signing-key-file=${files.tokenPrivateKey}`,
  ];
}
