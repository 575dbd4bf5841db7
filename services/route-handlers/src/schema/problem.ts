/** What does not fit a schema. */
export interface Problem {
  /** JSON pointer from the part; '' for the part itself. */
  readonly path: string;
  readonly message: string;
  /** JSON pointer of a value that is required and absent. */
  readonly absent?: string;
}

/** Problems of one value that are told; a long list may have one for each of its items. */
export const mostProblems = 100;

/** Characters of one problem; keys of the request's choosing may stand in it. */
const longest = 300;

/** As Fastify words them: `body/title must be string`. */
export const wordProblems = (part: string, problems: readonly Problem[]): string[] =>
  told(
    part,
    problems.map(({ path, message }) => `${part}${path} ${message}`),
  );

/** Tells only which value is wrong: the schema's own words may hold a secret that it is compared with. */
export const withholdProblems = (part: string, problems: readonly Problem[]): string[] =>
  told(
    part,
    problems.map(problem => withheld(part, problem)),
  );

export const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map(key => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

function withheld(part: string, { path, absent }: Problem): string {
  const [, first, ...below] = (absent ?? path).split('/');
  if (first === undefined) return `${part} is not valid`;
  const isAbsent = absent !== undefined && below.length === 0;
  return `${part}/${first} is ${isAbsent ? 'required' : 'not valid'}`;
}

/** Each once and in bounds; a refusal without a reason is told too. */
const told = (part: string, texts: readonly string[]): string[] =>
  texts.length === 0 ? [`${part} is not valid`] : [...new Set(texts.map(cut))];

const cut = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 3)}...`;
