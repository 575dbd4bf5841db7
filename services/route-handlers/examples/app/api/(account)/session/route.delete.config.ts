import { createRequestValidator, type HandlerFunc, successResponse } from '@picket/route-handlers';
import { Type } from 'typebox';
import { closeSession } from '../../../../data/sessions.ts';
import { noSessionCookie, readSessionId } from '../../_session/cookie.ts';

export const requestValidator = createRequestValidator({});

export const responseValidator = Type.Undefined();

export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async (
  _input,
  { request },
) => {
  closeSession(readSessionId(request.headers));
  return successResponse(204, undefined, { headers: { 'set-cookie': noSessionCookie } });
};
