import { BridgeError } from '../errors.ts';
import { subcommandOf } from './subcommand-of.ts';

/**
 * Throws BAD_REQUEST for an argv that names files: over HTTP the files are those of the server, which its clients are
 * neither to read nor to write. Flags are refused wherever they stand, as reserved ones are; `--title=--output` passes.
 */
export function refuseServerFiles(argv: readonly string[]): void {
  const problems = argv.flatMap((element, index) => {
    const why = problemOf(element, argv[index + 1]);
    return why === undefined ? [] : [`argv[${index}]: ${why}`];
  });
  if (importsFile(argv)) problems.push('import reads a file of the server: run it there');
  if (problems.length > 0) throw new BridgeError('BAD_REQUEST', problems.join('; '));
}

/**
 * The argv in which what `draft` is to write from is never a file: `--from` takes a file where there is one of that
 * path, and no path ends with a line feed. Refusing the paths of files would tell which files there are.
 */
export function draftFromText(argv: readonly string[]): readonly string[] {
  if (!argv.includes('draft')) return argv;
  return argv.map((element, index) =>
    element.startsWith('--from=') || argv[index - 1] === '--from' ? `${element}\n` : element,
  );
}

function problemOf(element: string, next: string | undefined): string | undefined {
  if (element === '--output' || element.startsWith('--output=')) {
    return '--output writes a file of the server: leave it out, and the export is printed';
  }
  const file = element === '--body-file' ? next : valueAfter(element, '--body-file=');
  if (file === undefined || file === '-') return undefined;
  return '--body-file reads a file of the server: send the text as --body=…';
}

const valueAfter = (element: string, prefix: string): string | undefined =>
  element.startsWith(prefix) ? element.slice(prefix.length) : undefined;

/** Standard input is no file. */
const harmless = ['-', '--', '--dry-run', '--update', '--help', '-h'];

function importsFile(argv: readonly string[]): boolean {
  const subcommand = subcommandOf(argv);
  return subcommand?.name === 'import' && !subcommand.rest.every(one => harmless.includes(one));
}
