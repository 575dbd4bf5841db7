import { bodyPath } from '../json-path.ts';

/** Where Postman keeps a variable that a script sets, the first counting most. */
type Store = 'variables' | 'environment' | 'collectionVariables' | 'globals';

/** A variable that a test script takes from the body of its request's response, as it stands there. */
export interface Reading {
  readonly name: string;
  readonly store: Store;
  /** Where it stands in the body, as it is written behind `responses.[0].body`. */
  readonly path: string;
}

const parsed = String.raw`pm\s*\.\s*response\s*\.\s*json\s*\(\s*\)|JSON\s*\.\s*parse\s*\(\s*(?:responseBody|pm\s*\.\s*response\s*\.\s*text\s*\(\s*\))\s*\)`;
const identifier = String.raw`(?<![\w$.])[A-Za-z_$][\w$]*`;
const steps = String.raw`(?:\??\.[A-Za-z_$][\w$]*|(?:\?\.)?\[(?:\d+|'[^'\]\n]+'|"[^"\]\n]+")\])*`;

/** `const body = pm.response.json().data;` */
const declaration = new RegExp(
  String.raw`\b(?:const|let|var)\s+(${identifier})\s*=\s*(?:${parsed})(${steps})[ \t]*(?:;|\r?$)`,
  'gm',
);
const assignment = /(?<![\w$])([A-Za-z_$][\w$]*)\s*(?:[-+*/%&|^?]{1,2})?=(?![=>])/g;
/** `pm.environment.set('token', body.token)`, or with the whole response in place of `body`. */
const setting = new RegExp(
  String.raw`\b(?:pm\s*\.\s*(variables|environment|collectionVariables|globals)\s*\.\s*set|postman\s*\.\s*set(Environment|Global)Variable)\s*\(\s*(['"])([^'"\n]{1,200})\3\s*,\s*(?:(?:${parsed})|(${identifier}))(${steps})\s*\)`,
  'g',
);

/** The readings of a test script; what it works out in any other way is none. */
export function readingsIn(code: string): readonly Reading[] {
  const bodies = bodiesIn(code);
  return [...code.matchAll(setting)].flatMap(match => {
    const [, kept, legacy, , name = '', body, written = ''] = match;
    const outer = body === undefined ? '' : bodies.get(body);
    const path = outer === undefined ? undefined : pathOf(outer + written);
    return path === undefined ? [] : [{ name, store: storeOf(kept, legacy), path }];
  });
}

/** Names that stand for the body or a part of it, and which. One that is assigned anew may be anything. */
function bodiesIn(code: string): ReadonlyMap<string, string> {
  const times = Map.groupBy(code.matchAll(assignment), ([, name]) => name);
  return new Map(
    [...code.matchAll(declaration)].flatMap(([, name = '', written = '']) =>
      times.get(name)?.length === 1 ? [[name, written] as const] : [],
    ),
  );
}

/** The length of a list or a text is no part of the body. */
function pathOf(written: string): string | undefined {
  const path = written.replaceAll('?.[', '[').replaceAll('?.', '.');
  return path === '' || path.endsWith('.length') ? undefined : bodyPath(`$${path}`);
}

function storeOf(kept: string | undefined, legacy: string | undefined): Store {
  switch (kept) {
    case 'variables':
    case 'environment':
    case 'collectionVariables':
    case 'globals':
      return kept;
    default:
      return legacy === 'Global' ? 'globals' : 'environment';
  }
}
