import { createRequestValidator, type HandlerFunc, successResponse } from '@picket/route-handlers';
import { Type } from 'typebox';
import { openSession } from '../../../../data/sessions.ts';
import { sessionCookie } from '../../_session/cookie.ts';

export const requestValidator = createRequestValidator({
  body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 40 }) }),
  // Nobody's name is longer than this.
  bodyLimit: 1024,
});

export const responseValidator = Type.Object({ name: Type.String() });

export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async ({
  body: { name },
}) =>
  successResponse(201, { name }, { headers: { 'set-cookie': sessionCookie(openSession(name)) } });
