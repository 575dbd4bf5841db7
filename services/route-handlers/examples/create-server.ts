import { fileURLToPath } from 'node:url';
import { routeHandlers } from '@picket/route-handlers/fastify';
import { build } from 'esbuild';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';

const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>The ship’s log</title><link rel="icon" href="data:,"></head>
<body><div id="root"></div><script type="module" src="/page.js"></script></body>
</html>`;

/** The routes of `app`, an OpenAPI document of them at /openapi.json, and the page that Next would serve. */
export async function createServer(options: FastifyServerOptions = {}): Promise<FastifyInstance> {
  const server = fastify(options);
  const script = await bundlePage();
  await server.register(routeHandlers, {
    directory: new URL('./app', import.meta.url),
    openapi: { info: { title: 'The ship’s log', version: '1.0.0' } },
  });
  server.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(html));
  server.get('/page.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  );
  return server;
}

async function bundlePage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./browser.tsx', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles.map(({ text }) => text).join('');
}
