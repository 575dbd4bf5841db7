import {
  createRequestValidator,
  errorResponse,
  type HandlerFunc,
  successResponse,
} from '@picket/route-handlers';
import { Type } from 'typebox';
import { findPost, removePost } from '../../../../data/posts.ts';
import { member } from '../../_session/member.ts';

export const requestValidator = createRequestValidator({
  user: member,
  params: Type.Object({ postId: Type.Integer({ minimum: 1 }) }),
});

/** A 204 has no body. */
export const responseValidator = Type.Undefined();

export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async ({
  user,
  params,
}) => {
  const found = findPost(params.postId, user);
  if (!found) return errorResponse(404, 'There is no such post');
  if (found.author !== user) return errorResponse(403, 'Only its author can delete a post');
  removePost(found.id);
  return successResponse(204);
};
