import { basename, dirname, extname, join } from 'node:path';

/** Where alert states are kept unless `--state` says otherwise: beside the config, one for each. */
export function stateFileFor(config: string): string {
  return join(dirname(config), `.${basename(config, extname(config))}.state.sqlite`);
}
