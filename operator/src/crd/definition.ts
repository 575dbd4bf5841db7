import { ProbeSpec } from '@picket/monitor';
import { probes } from '../resource/probes.ts';
import { ProbeStatus } from '../resource/status.ts';
import { projectSchema } from './project-schema.ts';
import { specExtensions } from './spec-extensions.ts';
import type { Extension, StructuralSchema } from './structural-schema.ts';

const { group, version, plural } = probes;

/**
 * Only the defaults of fields right below `spec` are filled in, so that `kubectl get` shows what holds, and the
 * column INTERVAL is never empty. Not in lists: lists are replaced as a whole, so `kubectl apply` would find its
 * manifest to differ from the object for ever; and not where a value that is left out is another field's, such as
 * the thresholds of a request.
 */
const isFilledIn = (path: string) => /^spec\.\w+$/.test(path);

const spec = projectSchema(ProbeSpec, { path: 'spec', extensions: specExtensions, isFilledIn });

/** Unchecked but for types: a write that reports an outage must not be refused, whatever version the CRD is of. */
const status = projectSchema(ProbeStatus, {
  path: 'status',
  extensions: new Map<string, Extension>([
    [
      'status.conditions',
      { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'] },
    ],
  ]),
  isChecked: false,
});

const condition = (type: string, member: string) =>
  `.status.conditions[?(@.type=="${type}")].${member}`;

const columns = [
  { name: 'Ready', type: 'string', jsonPath: condition('Ready', 'status') },
  { name: 'Healthy', type: 'string', jsonPath: condition('Healthy', 'status') },
  { name: 'Incidents', type: 'integer', jsonPath: '.status.incidents' },
  { name: 'Interval', type: 'integer', jsonPath: '.spec.interval' },
  { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  // Wide only: what to do about a probe that is not ready.
  { name: 'Message', type: 'string', priority: 1, jsonPath: condition('Ready', 'message') },
];

/** The CustomResourceDefinition of Probes. */
export const definition: StructuralSchema = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    names: {
      kind: 'Probe',
      listKind: 'ProbeList',
      plural,
      singular: 'probe',
      shortNames: ['pkt'],
      categories: ['picket'],
    },
    scope: 'Namespaced',
    versions: [
      {
        name: version,
        served: true,
        storage: true,
        additionalPrinterColumns: columns,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            description: 'What to check, how often, and when to alert; and what came of it.',
            required: ['spec'],
            properties: {
              apiVersion: { type: 'string', description: `\`${group}/${version}\`.` },
              kind: { type: 'string', description: '`Probe`.' },
              metadata: { type: 'object' },
              spec,
              status,
            },
          },
        },
      },
    ],
  },
};
