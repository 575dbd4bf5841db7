import { createRequestValidator, type HandlerFunc, successResponse } from '@picket/route-handlers';
import { Type } from 'typebox';
import { countPosts } from '../../../../data/posts.ts';

/** `/api/tags` counts all posts, `/api/tags/food/bread` those of one tag: none or more segments. */
export const requestValidator = createRequestValidator({
  params: Type.Object({ path: Type.Array(Type.String(), { default: [] }) }),
});

export const responseValidator = Type.Object({ tag: Type.String(), posts: Type.Integer() });

export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async ({
  params,
}) => {
  const tag = params.path.join('/');
  return successResponse(200, { tag, posts: countPosts(tag) });
};
