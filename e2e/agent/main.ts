// Runs in a pod: an agent that works the tracker with the official client, and prints what it saw as JSON.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const { MCP_URL = '', MCP_TOKEN = '', COMMENT = '' } = process.env;

async function connect(token: string): Promise<Client> {
  const client = new Client({ name: 'e2e-agent', version: '1' });
  const requestInit = token === '' ? {} : { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(MCP_URL), { requestInit }));
  return client;
}

/** How it is refused: nothing where it is let in. */
async function refusalOf(token: string): Promise<string> {
  try {
    await (await connect(token)).close();
    return '';
  } catch (error) {
    return `${error instanceof Error && 'code' in error ? error.code : ''} ${error}`;
  }
}

const refusals = [await refusalOf(''), await refusalOf(`${MCP_TOKEN}x`)];
const client = await connect(MCP_TOKEN);
const { tools } = await client.listTools();
const call = async (argv: readonly string[]) =>
  (await client.callTool({ name: 'tracker_run', arguments: { argv } })).content;
const read = await call(['ticket', 'read']);
const ticket = await call(['ticket', 'read', '--id=1']);
const commented = await call(['ticket', 'comment', '--id=1', `--body=${COMMENT}`]);
await client.close();
const names = tools.map(({ name }) => name);
process.stdout.write(`${JSON.stringify({ refusals, tools: names, read, ticket, commented })}\n`);
