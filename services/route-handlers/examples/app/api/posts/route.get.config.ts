import { createRequestValidator, type HandlerFunc, successResponse } from '@picket/route-handlers';
import { Type } from 'typebox';
import { listPosts } from '../../../data/posts.ts';
import { post } from '../../../schemas/post.ts';
import { memberOrVisitor } from '../_session/member.ts';

export const requestValidator = createRequestValidator({
  user: memberOrVisitor,
  searchParams: Type.Object({
    // ?tag=boat and ?tag=boat&tag=food both will do.
    tag: Type.Array(Type.String(), { default: [] }),
    limit: Type.Integer({ minimum: 1, maximum: 50, default: 20 }),
    drafts: Type.Boolean({ default: false }),
  }),
});

export const responseValidator = Type.Object({ posts: Type.Array(post) });

export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async ({
  user,
  searchParams: { tag, limit, drafts },
}) =>
  successResponse(200, { posts: listPosts({ tags: tag, limit, reader: drafts ? user : null }) });
