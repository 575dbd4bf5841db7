import {
  createRequestValidator,
  errorResponse,
  type HandlerFunc,
  successResponse,
} from '@picket/route-handlers';
import { Type } from 'typebox';
import { findFile } from '../../../../data/files.ts';

/** `/api/files/pictures/kettle.txt`: a catch-all takes one segment or more. */
export const requestValidator = createRequestValidator({
  params: Type.Object({ path: Type.Array(Type.String(), { maxItems: 4 }) }),
});

export const responseValidator = Type.Object({
  name: Type.String(),
  type: Type.String(),
  size: Type.Integer(),
});

export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async ({
  params,
}) => {
  const file = findFile(params.path.join('/'));
  return file ? successResponse(200, file) : errorResponse(404, 'There is no such file');
};
