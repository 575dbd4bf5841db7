import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Path of the command's entry file: that of the package, else `TRACKER_CLI_PATH` (spec: Configuration), as in an image
 * that holds bundles alone. Undefined where there is neither.
 */
export function findCommand(env: NodeJS.ProcessEnv): string | undefined {
  const fallback = env.TRACKER_CLI_PATH;
  return fromPackage() ?? (fallback && isAbsolute(fallback) ? fallback : undefined);
}

function fromPackage(): string | undefined {
  try {
    return fileURLToPath(new URL('../bin/tracker.js', import.meta.resolve('@picket/tracker')));
  } catch {
    return undefined;
  }
}
