import { createRequestValidator, type HandlerFunc, successResponse } from '@picket/route-handlers';
import { addPost } from '../../../data/posts.ts';
import { draft, post } from '../../../schemas/post.ts';
import { member } from '../_session/member.ts';

export const requestValidator = createRequestValidator({ user: member, body: draft });

export const responseValidator = post;

export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async ({
  user,
  body,
}) => {
  const added = addPost(user, body);
  return successResponse(201, added, { headers: { location: `/api/posts/${added.id}` } });
};
