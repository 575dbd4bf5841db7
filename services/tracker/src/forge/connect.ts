import { Octokit } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { boundedFetch } from './bounded-fetch.ts';
import type { ForgeRequest } from './forge-report.ts';
import type { Connection } from './forge-transport.ts';
import { mostRetries, type Patience } from './patience.ts';

/** Milliseconds for one request unless told, and bytes of one answer: a hundred issues of the longest bodies are far below. */
const defaultTimeout = 30_000;
const mostBytes = 64 * 1024 * 1024;

/** Octokit, its waiting left to `patience`: the plugins decide what is worth another try and try at once. */
export function connect(request: ForgeRequest, patience: Patience): Connection {
  const { origin } = new URL(request.apiUrl);
  const { token, apiUrl, signal, timeout = defaultTimeout } = request;
  const backOff = (octokit: Octokit): Record<string, never> => {
    octokit.hook.error('request', async (error, options) => {
      const tries = countIn(options.request, 'retryCount') + 1;
      const most = countIn(options.request, 'retries', mostRetries);
      if (isTransient(error) && tries <= most) await patience.afterFailure(tries);
      throw error;
    });
    return {};
  };
  const Connected = Octokit.plugin(backOff, retry, throttled(patience), paginateRest);
  const octokit = new Connected({
    auth: token,
    baseUrl: apiUrl,
    userAgent: 'picket-tracker',
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    request: { fetch: boundedFetch({ origin, signal, timeout, mostBytes }) },
    retry: { retries: mostRetries, retryAfterBaseValue: 0, doNotRetry: answered },
  });
  return { octokit, paginate: (route, parameters) => octokit.paginate.iterator(route, parameters) };
}

/** Statuses that another try would not change. Limits are the throttling plugin's. */
const answered = [400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 422, 429, 451];

/**
 * The throttling plugin with a pace and waits of our own. Its types ask for groups of Bottleneck's class, of which it
 * calls but `key().schedule()`.
 */
function throttled(patience: Patience): (octokit: Octokit) => Record<string, never> {
  const atOnce = { key: () => ({ schedule: async (_: unknown, job: () => unknown) => job() }) };
  const onLimit = (seconds: number): Promise<boolean> => patience.forLimit(seconds);
  return octokit => {
    const throttle = {
      write: atOnce,
      notifications: atOnce,
      retryAfterBaseValue: 0,
      onRateLimit: onLimit,
      onSecondaryRateLimit: onLimit,
    };
    Reflect.apply(throttling, undefined, [octokit, { throttle }]);
    return {};
  };
}

/** The forge failed (5xx), or no answer came, which octokit tells as 500. */
function isTransient(error: object): boolean {
  return 'status' in error && typeof error.status === 'number' && error.status >= 500;
}

function countIn(options: object | undefined, name: string, otherwise = 0): number {
  const value: unknown = options && Object.getOwnPropertyDescriptor(options, name)?.value;
  return typeof value === 'number' ? value : otherwise;
}

function ignore(): void {}
