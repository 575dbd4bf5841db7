import { nearest } from '../probe/nearest.ts';
import type { Response } from '../protocol/result.ts';
import { isForbiddenKey, ownValue } from '../template/own-value.ts';
import type { Mistake } from './mistake.ts';
import type { PathToken } from './token.ts';
import { indeterminate } from './value.ts';

/** A value of the expression, taken from the response it is evaluated on. */
export type Read = (response: Response) => unknown;

type Step = string | number;

/** Whether a part of the response has members, and which. */
type Shape = 'scalar' | 'any' | 'headers' | { readonly members: Readonly<Record<string, Shape>> };

const response = {
  members: {
    status: 'scalar',
    statusText: 'scalar',
    time: 'scalar',
    size: 'scalar',
    headers: 'headers',
    body: 'any',
    data: 'any',
    config: { members: { url: 'scalar', method: 'scalar', headers: 'headers', data: 'any' } },
  },
} as const satisfies Shape;

/** The fields of `response`. */
export const fields = Object.keys(response.members);

/** Reads the path's value, undefined where it isn't there; or why there can be none. */
export function compileRead({ steps, at }: PathToken): Read | Mistake {
  const mistake = mistakeIn(steps);
  if (mistake !== undefined) return { at, ...mistake };
  if (steps.length === 1 && steps[0] === 'status') return ({ status }) => status;
  const owner = steps.slice(0, -1);
  if (!leadsToHeaders(owner)) return answer => ownValue(answer, steps);
  const name = String(steps.at(-1));
  return answer => header(ownValue(answer, owner), name);
}

/** The same, but a value that isn't there can't be gone on with. */
export function required(read: Read): Read {
  return answer => {
    const value = read(answer);
    if (value === undefined) throw indeterminate;
    return value;
  };
}

/** Whether the path leads to a map of headers, whose names know no case. */
export function leadsToHeaders(steps: readonly Step[]): boolean {
  return shapeOf(steps) === 'headers';
}

/** A header's value, whatever the case of its name. */
export function header(headers: unknown, name: string): unknown {
  if (typeof headers !== 'object' || headers === null) return undefined;
  const wanted = name.toLowerCase();
  if (Object.hasOwn(headers, wanted)) return ownValue(headers, [wanted]);
  const spelled = Object.keys(headers).find(other => other.toLowerCase() === wanted);
  return spelled === undefined ? undefined : ownValue(headers, [spelled]);
}

function mistakeIn(steps: readonly Step[]): Mistake | undefined {
  if (steps.length === 0) {
    return {
      message: '"response" is no value by itself',
      hint: `write ${listed('response', fields)}`,
    };
  }
  const banned = steps.find(step => isForbiddenKey(String(step)));
  if (banned !== undefined) {
    return { message: `"${banned}" cannot be read`, hint: 'it leads out of the response' };
  }
  const known = steps.findIndex((_, index) => shapeOf(steps.slice(0, index + 1)) === undefined);
  if (known === -1) return undefined;
  return unknownMember(steps.slice(0, known), steps[known] ?? '');
}

function unknownMember(owner: readonly Step[], step: Step): Mistake {
  const path = ['response', ...owner].join('.');
  const shape = shapeOf(owner);
  if (typeof shape !== 'object') return { message: `${path} is a single value and has no members` };
  const names = Object.keys(shape.members);
  const match = nearest(String(step), names);
  return {
    message: `unknown name "${path}.${step}"`,
    hint: match === undefined ? `write ${listed(path, names)}` : `did you mean "${path}.${match}"?`,
  };
}

function listed(path: string, names: readonly string[]): string {
  return `one of ${names.map(name => `${path}.${name}`).join(', ')}`;
}

/** What is known of a path's value beforehand; undefined: there is never such a member. */
function shapeOf(steps: readonly Step[]): Shape | undefined {
  return steps.reduce<Shape | undefined>((shape, step) => {
    if (shape === 'any') return 'any';
    if (shape === 'headers') return 'scalar';
    if (typeof shape !== 'object') return undefined;
    return Object.hasOwn(shape.members, step) ? shape.members[step] : undefined;
  }, response);
}
