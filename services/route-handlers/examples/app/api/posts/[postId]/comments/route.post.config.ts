import {
  createRequestValidator,
  errorResponse,
  type HandlerFunc,
  successResponse,
} from '@picket/route-handlers';
import { Type } from 'typebox';
import { addComment } from '../../../../../data/comments.ts';
import { findPost } from '../../../../../data/posts.ts';
import { comment } from '../../../../../schemas/comment.ts';
import { memberOrVisitor } from '../../../_session/member.ts';

/** A page's form can post here as it stands: `stars` is text in a form, and a number in JSON. */
export const requestValidator = createRequestValidator({
  user: memberOrVisitor,
  params: Type.Object({ postId: Type.Integer({ minimum: 1 }) }),
  body: Type.Object({
    name: Type.String({ maxLength: 40, default: 'a visitor' }),
    text: Type.String({ minLength: 1, maxLength: 500 }),
    stars: Type.Integer({ minimum: 1, maximum: 5 }),
  }),
});

export const responseValidator = comment;

export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async ({
  user,
  params,
  body: { name, text, stars },
}) =>
  findPost(params.postId, user)
    ? successResponse(201, addComment(params.postId, { author: user ?? name, text, stars }))
    : errorResponse(404, 'There is no such post');
