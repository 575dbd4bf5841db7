import { checkWritten } from '../config/check-written.ts';
import { compileProbe } from '../probe/compile.ts';
import type { Checked } from '../probe/problem.ts';
import type { Probe } from '../probe/schema.ts';
import { printable } from '../report/wording.ts';
import { type Bundle, isIncomplete } from './bundle.ts';
import type { Draft, ValueReference } from './draft.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { requestOfDraft } from './request-of-draft.ts';
import { slugOf } from './slug.ts';
import type { ValueNames } from './value-names.ts';

/** Bounds of the schema of a probe. */
const longestName = 253;
const longestDescription = 4096;

/** What the probes of a file share. */
export interface Surroundings {
  readonly names: ValueNames;
  readonly secrets: KnownSecrets;
  /** Name of the Secret that holds their values. */
  readonly secretName: string;
  /** Makes a slug an id that no other probe has. */
  readonly unique: (slug: string) => string;
}

/** The probe of a bundle, checked and compiled, or why there can be none. */
export function probeOfBundle(bundle: Bundle, surroundings: Surroundings): Checked<Probe> {
  const env = new Map<string, ValueReference>();
  const written = bundle.map(draft =>
    requestOfDraft(draft, {
      nameOf(reference) {
        const name = surroundings.names.nameOf(reference, draft.source);
        env.set(name, reference);
        return name;
      },
      expressionOf: expression => renumbered(expression, draft, bundle),
    }),
  );
  const names = bundle.map(draft => nameOf(draft, surroundings));
  const main = mainOf(bundle);
  const description = main === undefined ? undefined : descriptionOf(main, surroundings);
  const requests = written.map((request, index) =>
    bundle.length === 1 ? request : { name: names[index] ?? '', ...request },
  );
  return checked({
    id: surroundings.unique(
      slugOf(main === undefined ? [] : placeOf(main, surroundings), 'request'),
    ),
    name: main === undefined ? '' : nameOf(main, surroundings),
    ...(description !== undefined && { description }),
    requests,
    ...(bundle.some(isIncomplete) && { suspend: true }),
    ...(env.size > 0 && { env: [...env].map(entry => envEntry(entry, surroundings.secretName)) }),
  });
}

/** The request it is for, those before being sent for it alone; of several the first, which all of them read. */
function mainOf(bundle: Bundle): Draft | undefined {
  const read = new Set(bundle.flatMap(({ after = [] }) => after));
  const wanted = bundle.filter(({ source }) => !read.has(source));
  return wanted.length > 1 ? bundle[0] : wanted[0];
}

function checked(written: object): Checked<Probe> {
  const probe = checkWritten({ path: '', value: written }, { channels: new Set() });
  if (!probe.ok) return probe;
  const env = Object.fromEntries((probe.value.env ?? []).map(({ name }) => [name, '']));
  const compiled = compileProbe({ probe: probe.value, env });
  return compiled.ok ? probe : compiled;
}

/** In a draft `responses.[n]` is the n-th it reads; in its probe, the request with that number. */
function renumbered(expression: string, { after = [] }: Draft, bundle: Bundle): string {
  return expression.replace(/^responses\.\[(\d+)\]/, (whole, place: string) => {
    const index = bundle.findIndex(({ source }) => source === after[Number(place)]);
    return index === -1 ? whole : `responses.[${index}]`;
  });
}

function placeOf({ folders, name }: Draft, { secrets }: Surroundings): string[] {
  return [...folders, name].map(each => printable(secrets.redactedIn(each)).trim());
}

/** Folders and name; the end of what is too long tells more than its beginning. */
function nameOf(draft: Draft, surroundings: Surroundings): string {
  const name = placeOf(draft, surroundings)
    .filter(each => each !== '')
    .join(' / ');
  if (name === '') return draft.method;
  return name.length <= longestName ? name : `…${name.slice(1 - longestName)}`.toWellFormed();
}

function descriptionOf({ description }: Draft, { secrets }: Surroundings): string | undefined {
  const text = secrets.redactedIn(description?.trim() ?? '');
  if (text === '') return undefined;
  if (text.length <= longestDescription) return text;
  return `${text.slice(0, longestDescription - 1)}…`.toWellFormed();
}

/** A value that is no secret stands in the probe itself. */
function envEntry([name, { value, isSecret }]: [string, ValueReference], secret: string) {
  if (!isSecret && value !== undefined) return { name, value };
  return { name, valueFrom: { secretKeyRef: { name: secret, key: name } } };
}
