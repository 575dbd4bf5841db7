// The library’s container of parts wants this loaded first.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A certificate or public key with its private key, all PEM. */
export interface Credential {
  readonly certificate: string;
  readonly key: string;
}

/** Whose certificate it is. Kubernetes takes a client's user from the common name and its groups from the organizations. */
export interface Subject {
  readonly commonName: string;
  readonly organization?: string;
  /** Host names and addresses of a server. */
  readonly hosts?: readonly string[];
}

/** A cluster's certificate authority. */
export interface Authority {
  /** PEM */
  readonly certificate: string;
  /** A certificate that is good for a server and for a client. */
  issue(subject: Subject): Promise<Credential>;
}

const day = 86_400_000;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** An authority whose certificates are good for ten years from now, a Unix time in milliseconds. */
export async function createAuthority(now = Date.now()): Promise<Authority> {
  const keys = await generateKeys();
  const validity = { notBefore: new Date(now - day), notAfter: new Date(now + 3650 * day) };
  const authority = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=picket-cluster',
    ...validity,
    signingAlgorithm: algorithm,
    keys,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  return {
    certificate: authority.toString('pem'),
    async issue(subject) {
      const own = await generateKeys();
      const certificate = await X509CertificateGenerator.create({
        subject: nameOf(subject),
        issuer: authority.subject,
        ...validity,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [
          new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth]),
          ...alternativeNames(subject.hosts ?? []),
        ],
      });
      return { certificate: certificate.toString('pem'), key: await privatePem(own) };
    },
  };
}

/** The key pair that signs the tokens of service accounts, PEM. */
export async function createSigningKey(): Promise<{ publicKey: string; privateKey: string }> {
  const keys = await generateKeys();
  const spki = await webcrypto.subtle.exportKey('spki', keys.publicKey);
  return { publicKey: pem('PUBLIC KEY', spki), privateKey: await privatePem(keys) };
}

function nameOf({ commonName, organization }: Subject): string {
  return organization === undefined ? `CN=${commonName}` : `CN=${commonName}, O=${organization}`;
}

function alternativeNames(hosts: readonly string[]): SubjectAlternativeNameExtension[] {
  if (hosts.length === 0) return [];
  const names = hosts.map(value => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value }) as const);
  return [new SubjectAlternativeNameExtension(names)];
}

function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

async function privatePem(keys: webcrypto.CryptoKeyPair): Promise<string> {
  return pem('PRIVATE KEY', await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
}

function pem(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
