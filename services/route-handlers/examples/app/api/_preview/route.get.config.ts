import { createRequestValidator, type HandlerFunc, successResponse } from '@picket/route-handlers';
import { Type } from 'typebox';

/** No route yet, as it is in a private folder: taking the underscore away publishes it. */
export const requestValidator = createRequestValidator({});

export const responseValidator = Type.Object({ coming: Type.String() });

export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async () =>
  successResponse(200, { coming: 'soon' });
