import { createRequestValidator, type HandlerFunc, successResponse } from '@picket/route-handlers';
import { Type } from 'typebox';
import { store } from '../../../../data/store.ts';

/** A program's key, in a header: a wrong one answers 400, and the answer doesn't show the right one. */
export const requestValidator = createRequestValidator({
  headers: Type.Object({
    'x-admin-key': Type.Literal(process.env.ADMIN_KEY ?? 'for-the-sample-only'),
  }),
});

export const responseValidator = Type.Object({ posts: Type.Integer(), files: Type.Integer() });

export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async () =>
  successResponse(200, { posts: store.posts.size, files: store.files.size });
