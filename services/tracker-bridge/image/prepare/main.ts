import { ExecaError } from 'execa';
import { prepareRepository } from './prepare-repository.ts';
import { readSettings } from './settings.ts';

/** What the pod's init container runs: the repository is there when it ends well. */
try {
  const settings = readSettings(process.env);
  const prepared = await prepareRepository(settings);
  process.stdout.write(`${settings.path}: ${prepared}\n`);
} catch (error) {
  // Of git it is what git said that tells people what to do.
  const said =
    error instanceof ExecaError ? `${error.shortMessage}\n${error.stderr}` : String(error);
  process.stderr.write(`${said}\n`);
  process.exitCode = 1;
}
