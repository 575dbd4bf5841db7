import {
  type AuthFunc,
  createRequestValidator,
  errorResponse,
  type HandlerFunc,
  successResponse,
} from '@picket/route-handlers';
import { BridgeError } from '../../../errors.ts';
import { isBearer } from '../../../http/bearer.ts';
import { remoteArgv } from '../../../run/remote-argv.ts';
import { requireInside } from '../../../run/require-inside.ts';
import { webRunInput } from '../../../run/run-input.ts';
import { webRunResult } from '../../../run/run-result.ts';
import { currentBridge } from '../../../web/bridge.ts';

/** Spec: Authentication, A1 and A2. */
const user: AuthFunc<'bearer'> = ({ headers }) => {
  const { token } = currentBridge();
  if (token === undefined) return null;
  if (isBearer(headers.get('authorization'), token)) return 'bearer';
  throw new BridgeError('UNAUTHORIZED');
};

export const requestValidator = createRequestValidator({ body: webRunInput, user });

export const responseValidator = webRunResult;

export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async (
  { body },
  { signal },
) => {
  const { runner, repo, tempDir } = currentBridge();
  try {
    const argv = remoteArgv(body.argv);
    const cwd = await requireInside([repo], { field: 'cwd', path: body.cwd ?? '.' });
    const result = await runner.run({ ...body, argv, cwd, repo, tempDir }, signal);
    return successResponse(200, { ok: true, ...result });
  } catch (error) {
    if (signal.aborted) return clientHasGone;
    if (!(error instanceof BridgeError)) throw error;
    return errorResponse(error.status, error.message);
  }
};

/** Nobody reads it, and nothing has failed. */
const clientHasGone = errorResponse(503, 'the client has gone');
