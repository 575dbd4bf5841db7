import Fastify from 'fastify';
import type { StaticDecode } from 'typebox';
import { portOf } from './port-of.ts';
import { reportUsage } from './report-usage.ts';
import { body, params, searchParams } from './route.ts';

/** Fastify by itself, validating by ajv with the same schemas. */
const app = Fastify();
app.post<{
  Params: StaticDecode<typeof params>;
  Querystring: StaticDecode<typeof searchParams>;
  Body: StaticDecode<typeof body>;
}>(
  '/posts/:postId',
  { schema: { params, querystring: searchParams, body } },
  async ({ params, query, body }) => ({
    id: params.postId,
    title: body.title,
    tags: body.tags,
    words: body.words,
    limit: query.limit,
  }),
);
await app.listen({ host: '127.0.0.1', port: 0 });
reportUsage(portOf(app.server));
