import type { Finding } from '../finding.ts';
import type { Resource } from './read-export.ts';
import { quoted } from './telling.ts';

/** Resources that become part of requests, or of nothing at all. */
const carried: ReadonlySet<string> = new Set([
  'workspace',
  'environment',
  'request_group',
  'request',
  'cookie_jar',
  'oauth2_token',
  'request_meta',
  'request_group_meta',
  'workspace_meta',
]);

const words: ReadonlyMap<string, string> = new Map([
  ['api_spec', 'API specification'],
  ['grpc_request', 'gRPC request'],
  ['websocket_request', 'WebSocket request'],
  ['websocket_payload', 'WebSocket payload'],
  ['socketio_request', 'Socket.IO request'],
  ['socketio_payload', 'Socket.IO payload'],
  ['mcp_request', 'MCP request'],
  ['unit_test_suite', 'test suite'],
  ['unit_test', 'test'],
  ['proto_file', 'proto file'],
  ['proto_directory', 'proto directory'],
  ['mock_server', 'mock server'],
  ['mock_route', 'mock route'],
  ['client_certificate', 'client certificate'],
  ['ca_certificate', 'CA certificate'],
]);

/** What is told of resources that are no HTTP requests, each kind once. */
export function tellLeftOut(resources: readonly Resource[]): Finding[] {
  const others = resources.filter(({ type }) => !carried.has(type));
  const byType = [...Map.groupBy(others, ({ type }) => type)];
  return [...byType.flatMap(([type, same]) => tellKind(type, same)), ...tellCookies(resources)];
}

function tellKind(type: string, [first, ...more]: readonly Resource[]): Finding[] {
  if (!first) return [];
  const what = words.get(type) ?? quoted(type);
  const source = first.fields.place;
  const message =
    more.length === 0
      ? `the ${what} is no HTTP request`
      : `${more.length + 1} resources of kind ${what} are no HTTP requests`;
  return [{ fate: 'left-out', source, message }];
}

/** Cookies are what servers once answered; a probe that needs one asks for it, or has it in a header. */
function tellCookies(resources: readonly Resource[]): Finding[] {
  return resources
    .filter(({ type }) => type === 'cookie_jar')
    .flatMap(({ fields }) => {
      const count = fields.list('cookies').length;
      if (count === 0) return [];
      const what = count === 1 ? 'the cookie' : `the ${count} cookies`;
      const message = `${what} of the jar ${quoted(fields.text('name'))}: a request that needs one needs a header Cookie`;
      return [{ fate: 'left-out', source: fields.place, message }];
    });
}
