import { readYaml } from '../config/read-yaml.ts';
import { at, type Problem } from '../probe/problem.ts';
import { isRecord, memberOf } from '../probe/record.ts';
import { ImportError } from './import-error.ts';

/** Values of variables, and which of them are secret. */
export interface Variables {
  readonly values: ReadonlyMap<string, string>;
  readonly secrets: ReadonlySet<string>;
}

interface Variable {
  readonly name: string;
  readonly value: unknown;
  readonly path: string;
  readonly isSecret: boolean;
}

/**
 * The variables of a text: an environment or the globals as Postman writes them, or a map of names to values in
 * YAML or JSON. Throws `ImportError` with all that is wrong.
 */
export function variablesOf(text: string, file: string): Variables {
  const { documents, problems } = readYaml(text);
  const [document] = documents;
  if (problems.length > 0 || document === undefined) {
    const found = problems.map(({ message, line, path }) => ({
      path: [`line ${line}`, path].filter(part => part !== '').join(', '),
      message,
    }));
    throw new ImportError(found.length > 0 ? found : [{ path: '', message: 'is empty' }], file);
  }
  const found = variablesIn(document.value);
  if (found === undefined) {
    const hint = 'give names and values, or an environment exported from Postman';
    throw new ImportError([{ path: '', message: 'holds no map of variables', hint }], file);
  }
  const wrong = found.flatMap(problemOf);
  if (wrong.length > 0) throw new ImportError(wrong, file);
  return {
    values: new Map(found.map(({ name, value }) => [name, String(value ?? '')])),
    secrets: new Set(found.filter(({ isSecret }) => isSecret).map(({ name }) => name)),
  };
}

/** Those of several files; later ones win. */
export function mergedVariables(all: readonly Variables[]): Variables {
  return {
    values: new Map(all.flatMap(({ values }) => [...values])),
    secrets: new Set(all.flatMap(({ secrets }) => [...secrets])),
  };
}

function variablesIn(document: unknown): Variable[] | undefined {
  const values = memberOf(document, 'values');
  if (Array.isArray(values)) {
    return values.flatMap((entry: unknown, index) => {
      if (memberOf(entry, 'enabled') === false) return [];
      const path = at('values', index);
      const key = memberOf(entry, 'key');
      const isSecret = memberOf(entry, 'type') === 'secret';
      // Postman itself leaves a last, empty line in its table.
      if (key === '') return [];
      if (typeof key !== 'string') return [{ name: '', value: {}, path, isSecret }];
      return [{ name: key, value: memberOf(entry, 'value'), path, isSecret }];
    });
  }
  if (!isRecord(document)) return undefined;
  return Object.entries(document).map(([name, value]) => ({
    name,
    value,
    path: at('', name),
    isSecret: false,
  }));
}

function problemOf({ value, path, name }: Variable): Problem[] {
  if (name === '') return [{ path, message: 'has no key' }];
  if (typeof value !== 'object' || value === null) return [];
  const hint = 'values are texts, numbers, true or false';
  return [
    { path, message: `has ${Array.isArray(value) ? 'a list' : 'an object'} as its value`, hint },
  ];
}
