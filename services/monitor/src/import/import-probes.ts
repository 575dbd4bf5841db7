import type { Problem } from '../probe/problem.ts';
import type { Probe } from '../probe/schema.ts';
import { printable } from '../report/wording.ts';
import { bundled } from './bundle.ts';
import type { Draft, Imported, ValueReference } from './draft.ts';
import type { Finding } from './finding.ts';
import { fitted } from './fitted.ts';
import { createKnownSecrets, secretsOf } from './known-secrets.ts';
import { probeOfBundle } from './probe-of-bundle.ts';
import type { Variables } from './read-variables.ts';
import { withoutSecrets } from './secrets-in-draft.ts';
import { createSlugs, slugOf } from './slug.ts';
import { createValueNames, type ImportedValue } from './value-names.ts';
import { wellFormed } from './well-formed.ts';

/** A request of the file and what became of it. */
interface ImportedRequest {
  readonly source: string;
  readonly name: string;
  /** Id of the probe that sends it; absent where none does. */
  readonly probe?: string;
  readonly findings: readonly Finding[];
}

/** A file as probes, and all there is to tell of it. Nothing in it but `values` holds a secret. */
export interface ImportedProbes {
  /** Name of the collection. */
  readonly name: string;
  /** Name of the Secret that the probes read. */
  readonly secretName: string;
  readonly probes: readonly Probe[];
  /** What the probes read from `env`, and what it is in the source. */
  readonly values: readonly ImportedValue[];
  /** In the order of the file. */
  readonly requests: readonly ImportedRequest[];
  /** What is told of the file, and of what became no request. */
  readonly findings: readonly Finding[];
}

/** Makes probes of what an importer read: each is valid and compiles, and none holds a secret. */
export function importProbes(
  imported: Imported,
  variables: Variables = { values: new Map(), secrets: new Set() },
): ImportedProbes {
  const plain = imported.drafts.map(wellFormed).map(withoutSecrets);
  const secrets = createKnownSecrets([...secretVariables(variables), ...secretsOf(plain)]);
  const fits = plain.map(draft => fitted(secrets.replacedIn(draft)));
  const sendable = fits.flatMap(({ draft, refusal }) => (refusal === undefined ? draft : []));
  const { bundles, findings: unbundled } = bundled(sendable);
  const name = secrets.redactedIn(printable(imported.name.toWellFormed()).trim());
  // Its own name, so that no Secret of that name that is there already is written over.
  const secretName = `${slugOf([name], 'imported').slice(0, 56).replace(/-$/, '')}-probes`;
  const names = createValueNames();
  const unique = createSlugs();
  const made = bundles.map(bundle => {
    const probe = probeOfBundle(bundle, { names, secrets, secretName, unique });
    return { bundle, probe };
  });
  const idOf = new Map(
    made.flatMap(({ bundle, probe }) =>
      probe.ok ? bundle.map(({ source }) => [source, probe.value.id] as const) : [],
    ),
  );
  const probes = made.flatMap(({ probe }) => (probe.ok ? probe.value : []));
  const used = new Set(probes.flatMap(({ env = [] }) => env.map(({ name }) => name)));
  const late = Map.groupBy(
    [
      ...fits.flatMap(({ draft, refusal }) =>
        refusal === undefined ? [] : leftOut(draft, refusal),
      ),
      ...unbundled,
      ...made.flatMap(({ bundle, probe }) =>
        probe.ok ? [] : bundle.map(draft => leftOut(draft, wordingOf(probe.problems))),
      ),
    ],
    ({ source }) => source,
  );
  const redacted = (findings: readonly Finding[]) =>
    findings.map(finding => ({ ...finding, message: secrets.redactedIn(finding.message) }));
  return {
    name,
    secretName,
    probes,
    values: names.values().filter(({ name }) => used.has(name)),
    requests: fits.map(({ draft: { source, name, findings } }) => ({
      source,
      name: secrets.redactedIn(name),
      ...probeField(idOf.get(source)),
      findings: redacted([...findings, ...(late.get(source) ?? [])]),
    })),
    findings: redacted(imported.findings),
  };
}

/** Variables that are secret by their file's own word. */
function secretVariables({ values, secrets }: Variables): ValueReference[] {
  return [...secrets].map(name => ({
    kind: 'value',
    name,
    value: values.get(name) ?? '',
    isSecret: true,
  }));
}

function probeField(id: string | undefined): { probe?: string } {
  return id === undefined ? {} : { probe: id };
}

function leftOut({ source }: Draft, why: string): Finding {
  return { fate: 'left-out', source, message: `no probe can send it: ${why}` };
}

function wordingOf(problems: readonly Problem[]): string {
  return problems
    .map(({ path, message }) => (path === '' ? message : `${path} ${message}`))
    .join('; ');
}
