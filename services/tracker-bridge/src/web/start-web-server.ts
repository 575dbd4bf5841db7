import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { BridgeError } from '../errors.ts';
import { childEnvironment } from '../run/child-environment.ts';
import { type OwnTempDir, ownTempDir } from '../run/own-temp-dir.ts';
import { createRunner, type RunLimits, type Runner } from '../run-tracker.ts';
import { createWebServer } from './create-web-server.ts';
import { syncOnInterval } from './sync-on-interval.ts';
import { defaultWebLimits, type WebLimits } from './web-limits.ts';
import type { WebSettings } from './web-settings.ts';

/** The web server, listening. */
export interface WebServer {
  /** Address of the UI. */
  readonly url: string;
  /** Ends its runs, removes its temporary folder and resolves once both are done. */
  close(): Promise<void>;
}

export interface WebServerParts {
  readonly settings: WebSettings;
  /** What the command inherits, but for what opens the servers. */
  readonly env: NodeJS.ProcessEnv;
  /** Folder of the built browser UI. */
  readonly ui: string;
  readonly log: FastifyBaseLogger;
  readonly limits?: Partial<WebLimits>;
  readonly runLimits?: Partial<RunLimits>;
}

/** Rejects with SETTINGS where the address is taken or the temporary folder cannot be made. */
export async function startWebServer(parts: WebServerParts): Promise<WebServer> {
  const { settings, env, ui, log } = parts;
  const { command, repo, token, allowedHosts } = settings;
  const { path: tempDir, remove } = await makeTempDir(settings.tempDir);
  const limits = parts.runLimits ?? {};
  const runner = createRunner({ command, env: childEnvironment(env), limits });
  const stopping = new AbortController();
  const server = await createWebServer({
    bridge: { runner, repo, tempDir, token },
    ui,
    allowedHosts,
    limits: { ...defaultWebLimits, ...parts.limits },
    log,
  });
  const close = async () => {
    stopping.abort();
    await runner.close();
    await server.close();
    await remove();
  };
  try {
    const url = await listen(server, settings);
    const syncing = startSync({ settings, runner, tempDir, log }, stopping.signal).catch(error =>
      log.error({ err: error }, 'no sync any more'),
    );
    return { url, close: () => Promise.all([close(), syncing]).then(() => undefined) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The one that is configured stays where it is. */
async function makeTempDir(configured: string | undefined): Promise<OwnTempDir> {
  if (configured === undefined) return await ownTempDir('tracker-web-');
  try {
    await mkdir(configured, { recursive: true });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new BridgeError('SETTINGS', `TRACKER_WEB_TEMP_DIR cannot be made: ${why}`, { cause });
  }
  return { path: configured, remove: async () => {} };
}

async function listen(server: FastifyInstance, { host, port }: WebSettings): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : String(cause);
    const why = code === 'EADDRINUSE' ? 'the port is taken: set TRACKER_WEB_PORT' : code;
    throw new BridgeError('SETTINGS', `cannot listen on ${host}, port ${port}: ${why}`, { cause });
  }
}

interface Syncing {
  readonly settings: WebSettings;
  readonly runner: Runner;
  readonly tempDir: string;
  readonly log: FastifyBaseLogger;
}

async function startSync(
  { settings: { repo, syncIntervalMs }, runner, tempDir, log }: Syncing,
  signal: AbortSignal,
): Promise<void> {
  if (syncIntervalMs === undefined) return;
  const wait = (ms: number) => sleep(ms, undefined, { signal });
  await syncOnInterval({ runner, repo, tempDir, intervalMs: syncIntervalMs, log, wait }, signal);
}
