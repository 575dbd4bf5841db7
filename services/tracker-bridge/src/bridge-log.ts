import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { BridgeError } from './errors.ts';

/**
 * What went wrong, as lines of JSON. It holds no headers, no bodies and no argv: these may be secrets. What a client
 * was refused is a warning, whoever tells it as an error.
 */
export function createBridgeLog(to: DestinationStream = standardError()): Logger {
  return pino(
    {
      base: null,
      serializers: { err: describe },
      hooks: {
        logMethod(args, log, level) {
          if (level > warning && isRefusal(args[0])) this.warn(...args);
          else log.apply(this, args);
        },
      },
    },
    to,
  );
}

/** Whoever does not read it loses lines, and is not waited for. */
const standardError = () => pino.destination({ dest: 2, sync: false, maxLength: 1_048_576 });

const warning = 40;

function isRefusal(about: unknown): boolean {
  const error = typeof about === 'object' && about !== null && 'err' in about ? about.err : about;
  return error instanceof BridgeError && error.status < 500;
}

/** A refusal says where and why; nobody needs its stack. */
function describe(error: Error): object {
  if (error instanceof BridgeError) return { code: error.code, message: error.message };
  return stdSerializers.err(error);
}
