import { type Static, Type } from 'typebox';
import { memberOf } from '../probe/record.ts';
import { Name } from '../probe/schema/text.ts';
import { probeFields } from '../probe/schema.ts';

const metadata = Type.Object(
  {
    name: Name('Name of the resource.'),
    namespace: Type.Optional(Name('Namespace of the resource.')),
  },
  { description: 'Name, namespace and whatever else Kubernetes keeps of every resource.' },
);

const identified = { apiVersion: Type.String(), kind: Type.String(), metadata };

/** The `spec` of a Probe resource: a probe whose id is the resource's name, and its name too unless given. */
export const ProbeSpec = Type.Object(
  {
    name: Type.Optional(Name('Name of the probe, for people. Defaults to the resource’s name.')),
    ...probeFields,
  },
  { additionalProperties: false, description: 'What to check, how often, and when to alert.' },
);

export const ProbeManifest = Type.Object(
  {
    ...identified,
    apiVersion: Type.Literal('picket.dev/v1'),
    kind: Type.Literal('Probe'),
    spec: Type.Unknown({ description: 'What to check, how often, and when to alert.' }),
    status: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false, description: 'A Probe resource of Kubernetes.' },
);

const Values = Type.Optional(Type.Record(Type.String(), Type.String()));

export const SecretManifest = Type.Object({ ...identified, data: Values, stringData: Values });
export type SecretManifest = Static<typeof SecretManifest>;

export const ConfigMapManifest = Type.Object({ ...identified, data: Values });
export type ConfigMapManifest = Static<typeof ConfigMapManifest>;

export type ManifestKind = 'Probe' | 'Secret' | 'ConfigMap' | 'List' | 'other';

/** What kind of Kubernetes resource the value is, a misspelt Probe too; undefined where it is none. */
export function manifestKindOf(value: unknown): ManifestKind | undefined {
  const [apiVersion, kind] = [memberOf(value, 'apiVersion'), memberOf(value, 'kind')];
  if (apiVersion === undefined && kind === undefined) return undefined;
  if (String(apiVersion).startsWith('picket.dev/')) return 'Probe';
  if (apiVersion !== 'v1') return 'other';
  return kind === 'Secret' || kind === 'ConfigMap' || kind === 'List' ? kind : 'other';
}
