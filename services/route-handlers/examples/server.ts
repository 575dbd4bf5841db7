import { createServer } from './create-server.ts';

const server = await createServer({ logger: true });
await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 3000) });
