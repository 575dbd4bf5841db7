import { TrackerError } from '../errors.ts';

/** What Git allows in a name of a branch (git-check-ref-format), and nothing that reads as an option or a refspec. */
export function validateBranchName(name: string): string {
  const fault = faultOfRefName(name);
  if (fault === undefined) return name;
  throw new TrackerError(
    'BRANCH_NAME',
    `the data branch cannot be called ${JSON.stringify(name)}: ${fault}`,
    {
      remedy: 'give a plain name, such as --data-branch=tracker-data',
    },
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const forbidden = /[\u0000- \u007f~^:?*[\\]/;

/** Undefined where the name will do as a part of a ref. */
export function faultOfRefName(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (!name.isWellFormed()) return 'it is no Unicode text';
  // Files are called after it, with what is not ASCII in the form %XX.
  if (encodeURIComponent(name).length > 200) {
    return 'it is longer than 200 characters, of which those outside ASCII count more than once';
  }
  if (/^[-+]/.test(name)) return `it begins with ${name.charAt(0)}`;
  if (name === '@' || name === 'HEAD') return 'Git means something else by it';
  if (name.startsWith('refs/')) return 'it is a whole ref; leave out refs/heads/';
  if (forbidden.test(name)) return 'it holds a character that Git allows in no name';
  if (name.includes('..') || name.includes('@{')) return 'it holds .. or @{';
  if (
    name.split('/').some(part => part === '' || part.startsWith('.') || /(\.lock|\.)$/.test(part))
  ) {
    return 'a part of it is empty, begins or ends with a dot, or ends with .lock';
  }
  return undefined;
}
