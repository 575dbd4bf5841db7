import { once } from 'node:events';
import type { Logger } from 'pino';
import { ownTempDir } from '../run/own-temp-dir.ts';
import type { Runner } from '../run-tracker.ts';
import { createHttpServer, type HttpLimits, maxBodyBytes } from './create-http-server.ts';
import { createMcpEndpoint } from './mcp-endpoint.ts';
import type { McpHttpSettings } from './mcp-settings.ts';
import { placeInside } from './place-inside.ts';

/** The MCP server, listening. */
export interface McpHttpServer {
  /** Address of the endpoint. */
  readonly url: string;
  /** Ends its runs and connections, removes its temporary folder and resolves once all is done. */
  close(): Promise<void>;
}

/** Rejects where it cannot listen, with nothing left behind. */
export async function serveHttp(
  settings: McpHttpSettings,
  { runner, log }: { readonly runner: Runner; readonly log: Logger },
  limits: Partial<HttpLimits> = {},
): Promise<McpHttpServer> {
  const { repo, policy, token, host, port, allowedHosts } = settings;
  const { path: tempDir, remove } = await ownTempDir('tracker-mcp-');
  const places = { repo, tempDir, roots: settings.roots };
  const endpoint = createMcpEndpoint(
    { runner, policy, log, place: input => placeInside(input, places) },
    maxBodyBytes,
  );
  const health = { ok: true, repoPath: repo, tempDirParent: tempDir };
  const server = createHttpServer({ endpoint, token, allowedHosts, health, log, limits });

  async function close(): Promise<void> {
    const closed = server.listening ? once(server, 'close') : undefined;
    server.close();
    await Promise.all([runner.close(), endpoint.close()]);
    server.closeAllConnections();
    await closed;
    await remove();
  }

  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    await close();
    throw error;
  }
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}/mcp`, close };
}
