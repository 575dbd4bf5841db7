import {
  createRequestValidator,
  errorResponse,
  type HandlerFunc,
  successResponse,
} from '@picket/route-handlers';
import { Type } from 'typebox';
import { findPost, savePost } from '../../../../data/posts.ts';
import { draft, post } from '../../../../schemas/post.ts';
import { member } from '../../_session/member.ts';

export const requestValidator = createRequestValidator({
  user: member,
  params: Type.Object({ postId: Type.Integer({ minimum: 1 }) }),
  body: draft,
});

export const responseValidator = post;

export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async ({
  user,
  params,
  body,
}) => {
  const found = findPost(params.postId, user);
  if (!found) return errorResponse(404, 'There is no such post');
  if (found.author !== user) return errorResponse(403, 'Only its author can change a post');
  return successResponse(200, savePost({ ...found, ...body }));
};
