import { join } from 'node:path';
import { ExecaError, execa } from 'execa';

/** Runs kubectl and resolves to what it printed; rejects with a `KubectlError`. */
export type Kubectl = (
  args: readonly string[],
  options?: { readonly input?: string },
) => Promise<string>;

/** What kubectl said on its standard error is in the message, and alone in `stderr`. */
export class KubectlError extends Error {
  override readonly name = 'KubectlError';
  readonly stderr: string;

  constructor(args: readonly string[], cause: ExecaError) {
    const stderr = String(cause.stderr ?? '').trim();
    super(`kubectl ${args.join(' ')}: ${stderr || cause.shortMessage}`, { cause });
    this.stderr = stderr;
  }
}

export interface KubectlSettings {
  readonly tools: string;
  /** Path of the file, or several as the variable takes them. */
  readonly kubeconfig: string;
  /** Folder for what it discovers, where the user's own won't do: that goes by host and port, which come again. */
  readonly cache?: string;
}

/** Longest that one command may take, milliseconds. */
const limit = 300_000;

export function createKubectl({ tools, kubeconfig, cache }: KubectlSettings): Kubectl {
  return async (args, { input } = {}) => {
    const own = cache === undefined ? [] : [`--cache-dir=${cache}`];
    try {
      const { stdout } = await execa(join(tools, 'kubectl'), [...own, ...args], {
        env: { KUBECONFIG: kubeconfig },
        timeout: limit,
        ...(input === undefined ? { stdin: 'ignore' } : { input }),
      });
      return stdout;
    } catch (error) {
      throw error instanceof ExecaError ? new KubectlError(args, error) : error;
    }
  };
}
