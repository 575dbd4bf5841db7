import {
  createRequestValidator,
  errorResponse,
  type HandlerFunc,
  successResponse,
} from '@picket/route-handlers';
import { z } from 'zod';
import { findPost, savePost } from '../../../../data/posts.ts';
import { post } from '../../../../schemas/post.ts';
import { member } from '../../_session/member.ts';

/** Its schemas are zod's: any library with Standard Schema will do, also one beside another. */
export const requestValidator = createRequestValidator({
  user: member,
  params: z.object({ postId: z.int().min(1) }),
  body: z.union([
    z.strictObject({ title: z.string().trim().min(1).max(100) }),
    z.strictObject({ published: z.boolean() }),
  ]),
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
