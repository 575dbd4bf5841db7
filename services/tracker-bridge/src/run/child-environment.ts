/** Kept from the command: what opens the servers, and what would change how Node runs. */
const withheld = ['TRACKER_WEB_TOKEN', 'TRACKER_MCP_TOKEN', 'NODE_OPTIONS'];

/** The server's environment as the command inherits it (spec: A4). */
export function childEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || withheld.includes(name) ? [] : [[name, value]],
    ),
  );
}
