import { createRequestValidator, type HandlerFunc, successResponse } from '@picket/route-handlers';
import { Type } from 'typebox';
import { memberOrVisitor } from '../../_session/member.ts';

/** Who is calling; the folder `(account)` is no part of the path: this is `/api/session`. */
export const requestValidator = createRequestValidator({ user: memberOrVisitor });

export const responseValidator = Type.Object({ name: Type.Union([Type.String(), Type.Null()]) });

export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async ({
  user,
}) => successResponse(200, { name: user }, { headers: { 'cache-control': 'no-store' } });
