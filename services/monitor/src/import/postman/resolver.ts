import { isCredentialName } from '../credential-name.ts';
import type { ValueReference } from '../draft.ts';
import type { Fate, Finding } from '../finding.ts';
import type { Spend } from './budget.ts';
import type { Chain, ChainedReading } from './chain.ts';
import { counterpartOf } from './dynamic-variables.ts';
import { hasMark, type Marked, type Marks } from './marks.ts';
import { findVariable, type Scope } from './variables.ts';

/** What all texts of a file share. */
export interface Workshop {
  readonly marks: Marks;
  readonly spend: Spend;
  /** Names of the variables that scripts of the file set. */
  readonly scripted: ReadonlySet<string>;
  readonly chain: Chain;
}

/** Puts the values of variables into the texts of one request and keeps what there is to tell of it. */
export interface Resolver extends Workshop {
  /** `source` is where the text stands in the file. */
  resolve(text: string, source: string): Marked;
  tell(fate: Fate, source: string, message: string): void;
  readonly findings: readonly Finding[];
  /** Names of variables without a value, and where each was first met. */
  readonly unresolved: ReadonlyMap<string, string>;
  /** Sources of the requests whose responses were read, as in `Draft.after`. */
  readonly after: readonly string[];
}

/** Postman replaces so many times over, then leaves what is still there. */
const mostRounds = 19;
/** What replacing a variable counts for, beside the characters of its value. */
const workOfReplacing = 32;
const variable = /\{\{([^{}]*)\}\}/g;
/** What may be a variable's name; other texts in braces are sent as they are, as Postman does. */
const likelyName = /^\s*[\p{L}\p{N}_][\p{L}\p{N}_.\-:/ ]{0,127}$/u;

/** `index` is the place of the request in the collection: it reads the responses of those before it. */
export function createResolver(workshop: Workshop, scope: Scope, index: number): Resolver {
  const { marks, spend, scripted, chain } = workshop;
  const findings: Finding[] = [];
  const told = new Set<string>();
  const unresolved = new Map<string, string>();
  const after: string[] = [];
  const resolving = new Set<string>();
  const secrets = new Map<string, Marked>();

  const tell = (fate: Fate, source: string, message: string) => {
    if (told.has(message)) return;
    told.add(message);
    findings.push({ fate, source, message });
  };
  const known = (name: string) => {
    const found = findVariable(scope, name);
    return found?.value === '' && (found.isSecret || scripted.has(name)) ? undefined : found;
  };
  /** Whether a value of the file counts more than what the script sets. */
  const isOutdone = ({ store, name }: ChainedReading) =>
    (store === 'globals' && known(name) !== undefined) ||
    (store === 'collectionVariables' && (scope[0]?.get(name)?.value ?? '') !== '');
  const reading = (name: string, source: string): Marked | undefined => {
    const found = chain.get(name);
    if (found === undefined || found.index >= index || isOutdone(found)) return undefined;
    const { item, path } = found;
    if (!after.includes(item.source)) after.push(item.source);
    tell(
      'carried',
      source,
      `"${name}" is read from the response of "${item.name}", sent before it`,
    );
    const place = after.indexOf(item.source);
    return marks.markOf({ kind: 'expression', expression: `responses.[${place}].body${path}` });
  };
  const isDefined = (name: string) => findVariable(scope, name) !== undefined;

  /** The secret as one reference, whatever variables are in it. */
  const secret = (name: string, value: string, source: string): Marked => {
    if (resolving.has(name) || resolving.size >= mostRounds) return valueless(name, true, source);
    const done = secrets.get(name);
    if (done !== undefined) return done;
    resolving.add(name);
    const resolved = resolve(value, source);
    const whole = knownValue(marks, resolved);
    resolving.delete(name);
    if (holdsExpression(marks, resolved)) {
      tell('incomplete', source, `the variable "${name}" holds what is only known in a run`);
    }
    const marked =
      whole === undefined
        ? valueless(name, true, source)
        : marks.markOf({ kind: 'value', name, value: whole, isSecret: true });
    secrets.set(name, marked);
    return marked;
  };
  const valueless = (name: string, isSecret: boolean, source: string): Marked => {
    if (!unresolved.has(name)) unresolved.set(name, source);
    return marks.markOf({ kind: 'value', name, isSecret });
  };
  const dynamic = (name: string, source: string): Marked | undefined => {
    const counterpart = counterpartOf(name);
    if (counterpart === undefined) {
      if (/^\$\w+$/.test(name)) {
        tell('incomplete', source, `Picket makes nothing like {{${name}}}, which is sent as it is`);
      }
      return undefined;
    }
    const { expression, difference } = counterpart;
    if (difference !== undefined) {
      tell('changed', source, `{{${name}}} is {{ ${expression} }}: ${difference}`);
    }
    return marks.markOf({ kind: 'expression', expression });
  };
  /** What stands for a variable; undefined where its braces stay. */
  const replacement = (name: string, source: string): Marked | undefined => {
    const read = reading(name.trim(), source);
    if (read !== undefined) return read;
    const found = known(name) ?? known(name.trim());
    if (found === undefined) return isDefined(name) ? undefined : dynamic(name, source);
    return found.isSecret ? secret(name.trim(), found.value, source) : found.value.toWellFormed();
  };
  const resolve = (text: string, source: string): Marked => {
    let marked = text.toWellFormed();
    for (let round = 0, isDone = false; round < mostRounds && !isDone; round += 1) {
      isDone = true;
      marked = marked.replace(variable, (braces, name: string) => {
        const value = replacement(name, source);
        if (value === undefined) return braces;
        spend(value.length + workOfReplacing);
        isDone = false;
        return value;
      });
    }
    return marked.replace(variable, (braces, name: string) => {
      if (known(name) !== undefined) {
        tell('carried', source, 'variables that hold each other are sent as they stand, in braces');
        return braces;
      }
      const trimmed = name.trim();
      const isVariable = isDefined(trimmed) || (likelyName.test(name) && !hasMark(name));
      const isSecret = findVariable(scope, trimmed)?.isSecret ?? isCredentialName(trimmed);
      return isVariable ? valueless(trimmed, isSecret, source) : braces;
    });
  };
  return { ...workshop, resolve, tell, findings, unresolved, after };
}

/** Whether a part of it is worked out in each run. */
export function holdsExpression(marks: Marks, marked: Marked): boolean {
  return marks.textOf(marked).some(part => typeof part === 'object' && part.kind === 'expression');
}

/** The text with the values of its references; undefined where one has none. */
export function knownValue(marks: Marks, marked: Marked): string | undefined {
  const values = marks
    .textOf(marked)
    .map(part =>
      typeof part === 'string' ? part : part.kind === 'value' ? part.value : undefined,
    );
  return values.some(value => value === undefined) ? undefined : values.join('');
}

/**
 * The text encoded for where it is to stand. Secrets in it become references to the encoded value where that
 * differs; `form` says in a word what it is encoded for.
 */
export function encoded(
  resolver: Resolver,
  marked: Marked,
  encode: (text: string) => string,
  { form, source }: { readonly form: string; readonly source: string },
): Marked {
  const rename = (reference: ValueReference): ValueReference => {
    const { value, name } = reference;
    if (value === undefined) return reference;
    const inPlace = encode(value.toWellFormed());
    if (inPlace === value) return reference;
    const renamed = `${name} ${form}`;
    resolver.tell('changed', source, `the value "${renamed}" is "${name}" encoded as ${form}`);
    return { ...reference, name: renamed, value: inPlace };
  };
  return resolver.marks.map(marked, encode, reference =>
    reference.kind === 'value' ? rename(reference) : reference,
  );
}
