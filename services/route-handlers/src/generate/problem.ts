/** What can be wrong with a config or its folder, by code, with what to do about it. */
export const problemTable = {
  'unknown-method':
    'name it route.<method>.config.ts with get, post, put, delete, patch, options or head',
  'not-typescript': 'only route.<method>.config.ts is read: rename it',
  unreadable: 'let the generator read it',
  syntax: 'write it as TypeScript can parse it',
  'broken-module': 'correct that first',
  'missing-export': 'export requestValidator, responseValidator and handler, each by its name',
  'duplicate-export': 'export it once',
  'missing-module': 'correct the path, or make that module',
  'default-export': 'export requestValidator, responseValidator and handler by their names',
  'unresolved-export': "name it: export { <name> } from '<module>'",
  'ignored-body': 'leave it out: GET and HEAD have no body',
  'params-without-segments': 'leave it out, or name a folder of the path [<name>]',
  'unknown-param': 'name it as the folder is named',
  'headers-case': 'write it in lower case, as header names arrive',
  'bad-path': 'rename the folder',
  'outside-root': 'give --root a folder that it is in',
  'path-conflict': 'leave one of the folders, or name the segment alike in both',
  'server-schema': 'declare the schema apart from what only the server may hold',
  'unsliceable-schema': 'declare the schema in a module of its own, and import it from there',
  'name-clash': 'rename the type in that config',
  tsconfig: 'correct it, so that imports can be written as it demands',
  'not-generated': 'move it away, or delete it, so that it can be generated',
  'not-written': 'let the generator write the file and its folder',
  'ignore-file': 'let the generator read and write it',
} as const;

type ProblemCode = keyof typeof problemTable;

/** Something wrong in one file; the others still generate. */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: 'error' | 'warning';
  /** Absolute. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  /** What is wrong, in this case. */
  readonly reason: string;
}

/** What is wrong with a file or folder as a whole. */
export const fileProblem = (
  code: Problem['code'],
  file: string,
  reason: string,
  severity: Problem['severity'] = 'error',
): Problem => ({ code, severity, file, line: 1, column: 1, reason });
