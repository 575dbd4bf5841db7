import { at } from '../../probe/problem.ts';
import { isRecord, memberOf } from '../../probe/record.ts';
import { type Complain, type JsonObject, kindOf, listAt, textOf } from './reading.ts';

/** How a request, a folder or a collection proves who it is. */
export interface Auth {
  readonly type: string;
  /** Where it stands in the file. */
  readonly source: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** The auth that stands here; undefined where that of the folder counts. */
export function authOf(value: unknown, source: string, complain: Complain): Auth | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isRecord(value)) {
    complain(source, `must be an object, not ${kindOf(value)}`);
    return undefined;
  }
  const { type } = value;
  if (type === undefined || type === null) return undefined;
  if (typeof type !== 'string') {
    complain(at(source, 'type'), `must be a text, not ${kindOf(type)}`);
    return undefined;
  }
  const parameters = parametersOf(memberOf(value, type), at(source, type), complain);
  return { type, source, parameters };
}

/** An object in 2.0, a list of keys and values in 2.1. */
function parametersOf(
  value: unknown,
  path: string,
  complain: Complain,
): ReadonlyMap<string, string> {
  const entries = isRecord(value)
    ? Object.entries(value)
    : listAt(value, path, complain)
        .filter(isRecord)
        .filter(isEnabled)
        .map(({ key, value: each }): [string, unknown] => [textOf(key), each]);
  return new Map(
    entries
      .filter(([, each]) => each !== undefined && each !== null)
      .map(([key, each]) => [key, textOf(each)]),
  );
}

const isEnabled = (parameter: JsonObject) => parameter.disabled !== true;
