import {
  createRequestValidator,
  errorResponse,
  type HandlerFunc,
  successResponse,
} from '@picket/route-handlers';
import { Type } from 'typebox';
import { listComments } from '../../../../../data/comments.ts';
import { findPost } from '../../../../../data/posts.ts';
import { comment } from '../../../../../schemas/comment.ts';

export const requestValidator = createRequestValidator({
  params: Type.Object({ postId: Type.Integer({ minimum: 1 }) }),
});

export const responseValidator = Type.Array(comment);

export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async ({
  params,
}) =>
  findPost(params.postId, null)
    ? successResponse(200, listComments(params.postId))
    : errorResponse(404, 'There is no such post');
