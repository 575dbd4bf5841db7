// Run by `helm test`. The Service may take a moment to lead to a pod that is ready.
import { setTimeout } from 'node:timers/promises';

const { WEB, WEB_TOKEN, MCP, MCP_TOKEN, PATIENCE_SECONDS: patience } = process.env;
const end = performance.now() + Number(patience) * 1000;

const run = { argv: ['stats'] };
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'helm-test', version: '0' },
  },
};

await answers(`${WEB}/api/health`, 200);
await answers(`${WEB}/api/run`, 401, run);
await answers(`${WEB}/api/run`, 200, run, WEB_TOKEN);
if (MCP !== undefined) {
  await answers(`${MCP}/api/health`, 200);
  await answers(`${MCP}/mcp`, 401, initialize);
  await answers(`${MCP}/mcp`, 200, initialize, MCP_TOKEN);
}

async function answers(url, status, body, token) {
  for (;;) {
    const found = await ask(url, body, token);
    const isRight = found === status;
    process.stdout.write(
      `${url}${token ? ' with the token' : ''}: ${found}${isRight ? '' : `, not ${status}`}\n`,
    );
    if (isRight) return;
    if (performance.now() > end) process.exit(1);
    await setTimeout(1000);
  }
}

async function ask(url, body, token) {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const method = body === undefined ? 'GET' : 'POST';
  try {
    const signal = AbortSignal.timeout(15_000);
    const response = await fetch(url, { method, headers, body: JSON.stringify(body), signal });
    await response.body?.cancel();
    return response.status;
  } catch ({ message, cause }) {
    return cause instanceof Error ? `${message}: ${cause.message}` : message;
  }
}
