import { McpServer, type ServerContext, type ToolAnnotations } from '@modelcontextprotocol/server';
import manifest from '../../package.json' with { type: 'json' };
import { callTracker, type TrackerTool } from './call-tracker.ts';
import type { SubcommandPolicy } from './subcommand-policy.ts';
import { toolDescription } from './tool-description.ts';
import { notice } from './tool-document.ts';
import { toolInput } from './tool-input.ts';

/** Runs a call of the tool within whatever may cancel it. */
export type Cancellable = <Result>(
  context: ServerContext,
  work: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>;

/** An MCP server with the one tool, for one connection or one request. */
export function createToolServer(
  tool: TrackerTool,
  cancellable: Cancellable = ({ mcpReq }, work) => work(mcpReq.signal),
): McpServer {
  const server = new McpServer(
    { name: 'tracker-mcp', title: 'Tracker', version: manifest.version },
    { instructions: `Epics, stories and tickets, by the tool tracker_run. ${notice}` },
  );
  server.registerTool(
    'tracker_run',
    {
      title: 'Run the tracker',
      description: toolDescription(tool.policy),
      inputSchema: toolInput,
      annotations: annotations(tool.policy),
    },
    (input, context) => cancellable(context, signal => callTracker(tool, input, signal)),
  );
  return server;
}

/** `sync`, `draft` and the forge reach beyond the repository. */
const annotations = ({ readOnly }: SubcommandPolicy): ToolAnnotations =>
  readOnly
    ? { readOnlyHint: true, openWorldHint: false }
    : { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
