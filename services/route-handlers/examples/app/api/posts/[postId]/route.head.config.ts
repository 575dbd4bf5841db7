import {
  createRequestValidator,
  errorResponse,
  type HandlerFunc,
  successResponse,
} from '@picket/route-handlers';
import { Type } from 'typebox';
import { findPost } from '../../../../data/posts.ts';

/** Says whether there is such a post, and by whom; an answer to HEAD has no body. */
export const requestValidator = createRequestValidator({
  params: Type.Object({ postId: Type.Integer({ minimum: 1 }) }),
});

export const responseValidator = Type.Undefined();

export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async ({
  params,
}) => {
  const found = findPost(params.postId, null);
  if (!found) return errorResponse(404, 'There is no such post');
  return successResponse(200, undefined, {
    headers: { 'x-author': encodeURIComponent(found.author) },
  });
};
