import { PrepareError } from '../errors.ts';
import { failed } from '../protocol/failed.ts';
import type { Protocol } from '../protocol/protocol.ts';
import { credentialsOf } from '../redact/credentials.ts';
import { compileTree, type Tree, type TreeOptions } from '../template/compile-tree.ts';
import type { Scope } from '../template/scope.ts';
import type { CompiledRequest } from './compiled.ts';
import type { Checked } from './problem.ts';

export interface CompiledTarget {
  readonly send: CompiledRequest['send'];
  readonly secrets: readonly string[];
  /** Indexes of the requests whose responses it refers to. */
  readonly reads: ReadonlySet<number>;
}

/** Parses the templates of a target; one without expressions is also prepared, once for all runs. */
export function compileTarget<E extends object, T>(
  protocol: Protocol<E, T>,
  target: E,
  options: TreeOptions<E>,
): Checked<CompiledTarget> {
  const tree = compileTree(target, options);
  if (!tree.ok) return tree;
  const secrets = credentialsOf(target);
  const { reads, isStatic } = tree.value;
  if (!isStatic) {
    const send = sendRendered(protocol, tree.value);
    return { ok: true, value: { send, secrets, reads } };
  }
  const prepared = prepare(protocol, tree.value.render(noScope));
  if (prepared instanceof PrepareError) {
    return { ok: false, problems: [{ path: options.path, message: prepared.message }] };
  }
  const send: CompiledRequest['send'] = (_, context) => protocol.run(prepared, context);
  return { ok: true, value: { send, secrets, reads } };
}

/** A static target reads nothing of its scope. */
const noScope: Scope = { env: {}, responses: [], now: () => new Date(0), onSecret() {} };

function sendRendered<E extends object, T>(
  protocol: Protocol<E, T>,
  tree: Tree<E>,
): CompiledRequest['send'] {
  return async (scope, context) => {
    const target = tree.render(scope);
    for (const secret of credentialsOf(target)) scope.onSecret(secret);
    const prepared = prepare(protocol, target);
    if (!(prepared instanceof PrepareError)) return protocol.run(prepared, context);
    return failed({
      code: prepared.status,
      reason: prepared.message,
      phase: 'prepare',
      cause: prepared,
      config: { url: protocol.instance(target), method: '', headers: {}, data: null },
      time: 0,
      measured: { startedAt: context.now(), phases: {} },
    });
  };
}

function prepare<E, T>(protocol: Protocol<E, T>, target: E): T | PrepareError {
  try {
    return protocol.prepare(target);
  } catch (error) {
    if (error instanceof PrepareError) return error;
    throw error;
  }
}
