import { ProbeManifest, ProbeSpec } from '../config/manifest.ts';
import { ConfigFile } from '../config/schema.ts';
import { Probe } from '../probe/schema.ts';

/** Whether a document is a resource of Kubernetes, and whose. */
const ofKubernetes = { required: ['apiVersion', 'kind'] };
const ofPicket = {
  ...ofKubernetes,
  properties: { apiVersion: { type: 'string', pattern: '^picket\\.dev/' } },
};

const configFile = {
  ...ConfigFile,
  properties: {
    ...ConfigFile.properties,
    probes: { ...ConfigFile.properties.probes, items: Probe },
  },
};

const manifest = {
  ...ProbeManifest,
  properties: { ...ProbeManifest.properties, spec: ProbeSpec },
};

/**
 * The JSON Schema by which editors check and complete each document of a file: a config file, or Probe resources,
 * among which those of other kinds may stand. Expressions and assertions are checked by `picket validate` alone.
 */
export const editorSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Picket',
  description: 'A config file of Picket, or a Probe resource.',
  if: ofPicket,
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
  then: manifest,
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
  else: { if: ofKubernetes, then: { type: 'object' }, else: configFile },
};
