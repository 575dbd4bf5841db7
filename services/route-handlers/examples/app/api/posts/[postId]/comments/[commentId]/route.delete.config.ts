import {
  createRequestValidator,
  errorResponse,
  type HandlerFunc,
  successResponse,
} from '@picket/route-handlers';
import { Type } from 'typebox';
import { removeComment } from '../../../../../../data/comments.ts';
import { findPost } from '../../../../../../data/posts.ts';
import { member } from '../../../../_session/member.ts';

/** A DELETE has a body only where the route says so. */
export const requestValidator = createRequestValidator({
  user: member,
  params: Type.Object({
    postId: Type.Integer({ minimum: 1 }),
    commentId: Type.Integer({ minimum: 1 }),
  }),
  body: Type.Object({ reason: Type.Enum(['spam', 'rude', 'mistaken']) }),
});

export const responseValidator = Type.Object({ removed: Type.Integer(), reason: Type.String() });

export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async ({
  user,
  params: { postId, commentId },
  body: { reason },
}) => {
  const post = findPost(postId, user);
  if (!post) return errorResponse(404, 'There is no such post');
  if (post.author !== user) return errorResponse(403, "Only the post's author can remove comments");
  return removeComment(postId, commentId)
    ? successResponse(200, { removed: commentId, reason })
    : errorResponse(404, 'There is no such comment');
};
