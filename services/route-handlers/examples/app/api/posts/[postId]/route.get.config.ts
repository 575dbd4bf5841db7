import {
  createRequestValidator,
  errorResponse,
  type HandlerFunc,
  successResponse,
} from '@picket/route-handlers';
import { Type } from 'typebox';
import { findPost } from '../../../../data/posts.ts';
import { post } from '../../../../schemas/post.ts';
import { memberOrVisitor } from '../../_session/member.ts';

export const requestValidator = createRequestValidator({
  user: memberOrVisitor,
  params: Type.Object({ postId: Type.Integer({ minimum: 1 }) }),
});

export const responseValidator = post;

export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async ({
  user,
  params,
}) => {
  const found = findPost(params.postId, user);
  return found ? successResponse(200, found) : errorResponse(404, 'There is no such post');
};
