/** What does not fit a schema. */
export interface Problem {
  /** JSON pointer from the part; '' for the part itself. */
  readonly path: string;
  readonly message: string;
  /** The required key that is absent below the path. */
  readonly absent?: string;
}

/** Characters of one problem; keys of the request's choosing may stand in it. */
const longest = 300;

/** As Fastify words them: `body/title must be string`. */
export const wordProblems = (part: string, problems: readonly Problem[]): string[] =>
  inBounds(problems.map(({ path, message }) => `${part}${path} ${message}`));

/** Tells only which value is wrong: the schema's own words may hold a secret that it is compared with. */
export const withholdProblems = (part: string, problems: readonly Problem[]): string[] =>
  inBounds(problems.map(problem => withheld(part, problem)));

export const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map(key => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

function withheld(part: string, { path, absent }: Problem): string {
  if (path === '' && absent !== undefined) return `${part}${pointerOf([absent])} is required`;
  const [, first] = path.split('/');
  return first === undefined ? `${part} is not valid` : `${part}/${first} is not valid`;
}

const inBounds = (texts: readonly string[]): string[] => [...new Set(texts.map(cut))];

const cut = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 3)}...`;
