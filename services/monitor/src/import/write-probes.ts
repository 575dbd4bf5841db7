import { basename } from 'node:path';
import { stringify } from 'yaml';
import { printable } from '../report/wording.ts';
import type { ImportedProbes } from './import-probes.ts';
import { createValueDescriber } from './value-describer.ts';
import type { ImportedValue } from './value-names.ts';

/** In what form probes are written. */
export type Form =
  | { readonly kind: 'config' }
  | { readonly kind: 'kubernetes'; readonly namespace?: string };

/** Strings of YAML 1.1, which Kubernetes reads, are quoted where they would be something else there. */
const yamlOptions = { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' } as const;

/** The probes as a file: a list for `picket -c`, or a manifest each, with the values to set in comments at its top. */
export function writeProbes(imported: ImportedProbes, file: string, form: Form): string {
  const { probes } = imported;
  const head = comments([
    `Imported from ${basename(file)}.`,
    ...(imported.values.some(isFromOutside) ? valuesToSet(imported, form) : []),
  ]);
  if (form.kind === 'config') return head + stringify({ probes }, yamlOptions);
  const documents = probes.map(({ id, name, ...spec }) =>
    stringify(
      {
        apiVersion: 'picket.dev/v1',
        kind: 'Probe',
        metadata: metadataOf(id, form.namespace),
        spec: name === id ? spec : { name, ...spec },
      },
      yamlOptions,
    ),
  );
  return head + documents.join('---\n');
}

/** A manifest of the Secret that the probes read, its values left empty. */
export function writeSecret(imported: ImportedProbes, file: string, namespace?: string): string {
  const { secretName, values } = imported;
  const describe = createValueDescriber(imported);
  const frame = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: metadataOf(secretName, namespace),
    type: 'Opaque',
  };
  const keys = values
    .filter(isFromOutside)
    .flatMap(value => [`  # ${describe(value)}`, `  ${value.name}: ""`]);
  return [
    comments([
      `What the probes imported from ${basename(file)} read. Fill the values in and apply it.`,
      'Keep it out of version control, and out of the file of the probes.',
    ]),
    stringify(frame, yamlOptions),
    'stringData:\n',
    ...keys.map(line => `${line}\n`),
  ].join('');
}

/** Values that the probes read from a Secret or the environment, secret or not. */
export function isFromOutside({ isSecret, value }: ImportedValue): boolean {
  return isSecret || value === undefined;
}

function valuesToSet(imported: ImportedProbes, form: Form): string[] {
  const { values, secretName } = imported;
  const describe = createValueDescriber(imported);
  const where =
    form.kind === 'kubernetes'
      ? `keys of the Secret ${secretName}, or environment variables for picket -c`
      : 'environment variables';
  return [
    `Values that are not in it, to be set as ${where}:`,
    ...values.filter(isFromOutside).map(value => `  ${value.name}: ${describe(value)}`),
  ];
}

function comments(lines: readonly string[]): string {
  return lines.map(line => `# ${printable(line)}\n`).join('');
}

function metadataOf(name: string, namespace: string | undefined): object {
  return { name, ...(namespace !== undefined && { namespace }) };
}
