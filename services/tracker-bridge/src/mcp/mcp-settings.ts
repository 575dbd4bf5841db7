import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BridgeError } from '../errors.ts';
import { commaList } from '../http/comma-list.ts';
import { type HttpSettings, readHttpSettings } from '../http/http-settings.ts';
import { type SubcommandPolicy, subcommands } from './subcommand-policy.ts';

export type McpSettings = StdioSettings | McpHttpSettings;

export interface StdioSettings extends SharedSettings {
  readonly transport: 'stdio';
}

export interface McpHttpSettings extends SharedSettings, HttpSettings {
  readonly transport: 'http';
  /** Folders besides the repository that a call's paths may lie in; absolute. */
  readonly roots: readonly string[];
}

interface SharedSettings {
  /** Absolute. */
  readonly repo: string;
  readonly policy: SubcommandPolicy;
}

/** Reads the flags and `TRACKER_MCP_…`. Throws SETTINGS with every mistake. */
export function readMcpSettings(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd: string,
): McpSettings {
  const problems: string[] = [];
  const serves = isHttp(argv, env, problems);
  const shared = {
    repo: resolve(cwd, env.TRACKER_MCP_REPO || '.'),
    policy: {
      readOnly: readSwitch('TRACKER_MCP_READ_ONLY', env, problems),
      allowed: readAllowed(env, problems),
    },
  };
  const http = serves
    ? readHttpSettings({ prefix: 'TRACKER_MCP', port: 3848 }, env, problems)
    : undefined;
  const roots = commaList(env.TRACKER_MCP_ROOTS).map(path => resolve(cwd, path));
  if (problems.length > 0) throw new BridgeError('SETTINGS', problems.join('\n'));
  return http === undefined
    ? { transport: 'stdio', ...shared }
    : { transport: 'http', ...shared, ...http, roots };
}

function isHttp(argv: readonly string[], env: NodeJS.ProcessEnv, problems: string[]): boolean {
  try {
    const { values } = parseArgs({ args: [...argv], options: { http: { type: 'boolean' } } });
    return values.http === true || Boolean(env.TRACKER_MCP_PORT);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    problems.push(`usage: tracker-mcp [--http]; ${error.message}`);
    return false;
  }
}

function readSwitch(name: string, env: NodeJS.ProcessEnv, problems: string[]): boolean {
  const value = env[name] || 'false';
  if (value !== 'true' && value !== 'false') {
    problems.push(`${name} must be true or false, not "${value}"`);
  }
  return value === 'true';
}

function readAllowed(env: NodeJS.ProcessEnv, problems: string[]): readonly string[] | undefined {
  const { TRACKER_MCP_ALLOW: list } = env;
  if (list === undefined) return undefined;
  const names = commaList(list).map(name => name.replaceAll(/\s+/g, ' '));
  if (names.length === 0)
    problems.push('TRACKER_MCP_ALLOW is empty: name subcommands, or unset it');
  const unknown = names.filter(name => !subcommands.includes(name));
  if (unknown.length > 0) {
    problems.push(
      `TRACKER_MCP_ALLOW has "${unknown.join('", "')}"; the subcommands are ${subcommands.join(', ')}`,
    );
  }
  return names;
}
