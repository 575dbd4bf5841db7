import { createRequestValidator, type HandlerFunc, successResponse } from '@picket/route-handlers';
import * as Type from 'typebox';
import { currentBridge } from '../../../web/bridge.ts';

export const requestValidator = createRequestValidator({});

/** Spec: Health result. */
export const responseValidator = Type.Object({
  ok: Type.Boolean(),
  repoPath: Type.String(),
  tempDirParent: Type.String(),
});

/** Anybody may ask: it is what readiness checks do. */
export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async () => {
  const { repo, tempDir } = currentBridge();
  return successResponse(200, { ok: true, repoPath: repo, tempDirParent: tempDir });
};
