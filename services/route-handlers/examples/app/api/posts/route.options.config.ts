import { createRequestValidator, type HandlerFunc, successResponse } from '@picket/route-handlers';
import { Type } from 'typebox';

/** What a browser asks before another site's page may call. */
export const requestValidator = createRequestValidator({});

export const responseValidator = Type.Undefined();

export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async () =>
  successResponse(204, undefined, {
    headers: { allow: 'GET, POST, OPTIONS', 'access-control-allow-methods': 'GET' },
  });
