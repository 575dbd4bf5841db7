import { extname } from 'node:path';
import { Argument, type Command, Option } from 'commander';
import { PicketError } from '../errors.ts';
import { importFile } from '../import/import-file.ts';
import type { ImportedProbes } from '../import/import-probes.ts';
import { type ImportKind, importKinds } from '../import/kinds.ts';
import { reportAsJson, reportAsText } from '../import/report.ts';
import { type Form, isFromOutside, writeProbes, writeSecret } from '../import/write-probes.ts';
import { collected } from './arguments.ts';
import { type ExitCode, exitCode } from './exit.ts';
import type { CommandProcess } from './main.ts';
import type { Subcommand } from './subcommand.ts';
import { isThere, refuseExisting, writeOutput } from './write-output.ts';

interface RawOptions {
  output?: string;
  kubernetes?: boolean;
  namespace?: string;
  variables?: string[];
  withAssets?: boolean;
  report: 'text' | 'json';
  force?: boolean;
}

/** What is to be imported, and where to. */
interface Import {
  readonly kind: ImportKind;
  readonly file: string;
  readonly output: string | undefined;
  readonly form: Form;
  readonly variables: readonly string[];
  readonly withAssets: boolean;
  readonly report: 'text' | 'json';
  readonly force: boolean;
}

/** `picket import`: makes probes of the requests that another tool keeps, and tells what became of each part. */
export const importCommand: Subcommand = {
  name: 'import',
  describe: command =>
    command
      .description('Make probes of a Postman or Insomnia collection or of a HAR file.')
      .addArgument(new Argument('<kind>', importKinds.join(', ')).choices([...importKinds]))
      .argument('<file>', 'file to import')
      .option('-o, --output <file>', 'file to write the probes to (default: standard output)')
      .option('--kubernetes', 'write Probe manifests, and beside the output a Secret to fill in')
      .option('--namespace <name>', 'namespace of the manifests')
      .option(
        '--variables <file>',
        'values of variables, as a map or a Postman environment; later files win',
        collected,
      )
      .option('--with-assets', 'keep the scripts, styles, images and fonts of a HAR file')
      .addOption(
        new Option('--report <form>', 'form of the report on standard error')
          .choices(['text', 'json'])
          .default('text'),
      )
      .option('--force', 'write over the output file where it is there already')
      .allowExcessArguments(false)
      .addHelpText('after', '\nExit codes: 0 imported, 1 nothing could be, 2 wrong usage.'),
  async run(given, process) {
    const request = readImport(given);
    const { output, force } = request;
    if (output !== undefined && !force) await refuseExisting(output);
    const imported = await importFile(request);
    tell(imported, request, process);
    if (imported.probes.length === 0) {
      throw new PicketError('PKT_IMPORT_INVALID', `${request.file}: no request can be imported`);
    }
    return write(imported, request, process);
  },
};

function readImport(given: Command): Import {
  const [kindName = '', file = ''] = given.args;
  const raw = given.opts<RawOptions>();
  const kind = importKinds.find(each => each === kindName);
  if (kind === undefined) throw usage(`name a kind: ${importKinds.join(', ')}`);
  const { namespace, variables = [] } = raw;
  if (namespace !== undefined && !raw.kubernetes) throw usage('--namespace goes with --kubernetes');
  if (namespace !== undefined && !/^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/.test(namespace)) {
    throw usage('--namespace: give a name of lower-case letters, digits and -, at most 63');
  }
  if (kind === 'har' && variables.length > 0) throw usage('--variables: a HAR file has none');
  if (kind !== 'har' && raw.withAssets) throw usage('--with-assets goes with har');
  return {
    kind,
    file,
    output: raw.output,
    form: raw.kubernetes
      ? { kind: 'kubernetes', ...(namespace !== undefined && { namespace }) }
      : { kind: 'config' },
    variables,
    withAssets: raw.withAssets ?? false,
    report: raw.report,
    force: raw.force ?? false,
  };
}

function usage(message: string): PicketError {
  return new PicketError('PKT_USAGE', message);
}

function tell(
  imported: ImportedProbes,
  { file, report }: Import,
  { stderr }: CommandProcess,
): void {
  stderr.write(report === 'json' ? reportAsJson(imported, file) : reportAsText(imported, stderr));
}

async function write(
  imported: ImportedProbes,
  { file, output, form, force }: Import,
  { stdout, stderr }: CommandProcess,
): Promise<ExitCode> {
  const text = writeProbes(imported, file, form);
  if (output === undefined) {
    stdout.write(text);
    return exitCode.well;
  }
  await writeOutput(output, text, { force });
  if (form.kind === 'kubernetes' && imported.values.some(isFromOutside)) {
    const secret = secretFileOf(output);
    const isKept = await isThere(secret);
    // It may have been filled in, so that not even --force writes over it.
    if (isKept) stderr.write(`note: ${secret} is there already and is kept as it is\n`);
    else {
      const { namespace } = form;
      await writeOutput(secret, writeSecret(imported, file, namespace), {
        force: false,
        isPrivate: true,
      });
    }
  }
  return exitCode.well;
}

/** `probes.secret.yaml` beside `probes.yaml`. */
function secretFileOf(output: string): string {
  const extension = extname(output);
  const stem = extension === '' ? output : output.slice(0, -extension.length);
  return `${stem}.secret${extension === '' ? '.yaml' : extension}`;
}
