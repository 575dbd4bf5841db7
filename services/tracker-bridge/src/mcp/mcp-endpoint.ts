import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isInitializeRequest,
  type McpRequestContext,
} from '@modelcontextprotocol/server';
import * as Type from 'typebox';
import { Check } from 'typebox/value';
import type { TrackerTool } from './call-tracker.ts';
import { type Cancellable, createToolServer } from './create-tool-server.ts';
import { RunningCalls } from './running-calls.ts';

/** The tool for whoever comes by HTTP, each request for itself. */
export interface McpEndpoint {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Serves the current protocol, where to close a request's connection cancels its call, and that of 2025, where a
 * notification does.
 */
export function createMcpEndpoint(tool: TrackerTool, maxBodyBytes: number): McpEndpoint {
  const running = new RunningCalls();
  const handler = createMcpHandler(
    context => createToolServer(tool, cancellableIn(context, running)),
    {
      maxRequestBodySize: maxBodyBytes,
      onerror: error => tool.log.warn({ why: error.message }, 'a request was refused'),
    },
  );
  return {
    async fetch(request) {
      const messages = await messagesOf(request);
      const session = request.headers.get(sessionHeader);
      for (const message of messages) {
        if (session !== null && Check(cancellation, message)) {
          running.cancel({ session, id: message.params.requestId });
        }
      }
      const response = await handler.fetch(request);
      if (messages.some(isInitializeRequest) && response.ok) {
        response.headers.set(sessionHeader, randomUUID());
      }
      return response;
    },
    close: handler.close,
  };
}

const sessionHeader = 'mcp-session-id';

const cancellation = Type.Object({
  method: Type.Literal('notifications/cancelled'),
  params: Type.Object({ requestId: Type.Union([Type.String(), Type.Number()]) }),
});

/** None where the body is no JSON: the handler says so. */
async function messagesOf(request: Request): Promise<readonly unknown[]> {
  if (request.method !== 'POST') return [];
  try {
    const body: unknown = await request.clone().json();
    return Array.isArray(body) ? body : [body];
  } catch {
    return [];
  }
}

function cancellableIn(
  { era, requestInfo }: McpRequestContext,
  running: RunningCalls,
): Cancellable | undefined {
  const session = requestInfo?.headers.get(sessionHeader);
  if (era === 'modern' || !session) return undefined;
  return ({ mcpReq }, work) => running.run({ session, id: mcpReq.id }, mcpReq.signal, work);
}
