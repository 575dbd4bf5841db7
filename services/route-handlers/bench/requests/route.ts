import { Type } from 'typebox';
import { createRequestValidator, type HandlerFunc, successResponse } from '../../src/index.ts';

/** The route that every contestant serves: an integer in the path, two query parameters, a dozen fields as JSON. */
export const path = '/posts/[postId]';

export const params = Type.Object({ postId: Type.Integer({ minimum: 1 }) });

export const searchParams = Type.Object({
  draft: Type.Boolean(),
  limit: Type.Integer({ minimum: 1, maximum: 100 }),
});

export const body = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 200 }),
  slug: Type.String({ pattern: '^[a-z0-9-]+$' }),
  text: Type.String(),
  language: Type.Union([Type.Literal('en'), Type.Literal('de'), Type.Literal('fr')]),
  tags: Type.Array(Type.String(), { maxItems: 20 }),
  author: Type.Object({ id: Type.Integer(), name: Type.String() }),
  rating: Type.Number({ minimum: 0, maximum: 5 }),
  words: Type.Integer({ minimum: 0 }),
  published: Type.Boolean(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  source: Type.Optional(Type.String()),
});

export const responseValidator = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  tags: Type.Array(Type.String()),
  words: Type.Integer(),
  limit: Type.Integer(),
});

export const requestValidator = createRequestValidator({ params, searchParams, body });

export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async ({
  params,
  searchParams,
  body,
}) =>
  successResponse(200, {
    id: params.postId,
    title: body.title,
    tags: body.tags,
    words: body.words,
    limit: searchParams.limit,
  });

/** What is sent, each time. */
export const sample = {
  url: '/posts/4711?draft=true&limit=25',
  body: JSON.stringify({
    title: 'Watching services from inside a cluster',
    slug: 'watching-services-from-inside-a-cluster',
    text: 'What breaks is work. '.repeat(20),
    language: 'en',
    tags: ['kubernetes', 'probes', 'tickets'],
    author: { id: 12, name: 'Ada' },
    rating: 4.5,
    words: 1234,
    published: true,
    createdAt: '2026-11-21T10:00:00Z',
    updatedAt: '2026-11-21T11:30:00Z',
    source: 'import',
  }),
} as const;

/** What is to come back, each time. */
export const answer: string = JSON.stringify({
  id: 4711,
  title: 'Watching services from inside a cluster',
  tags: ['kubernetes', 'probes', 'tickets'],
  words: 1234,
  limit: 25,
});
