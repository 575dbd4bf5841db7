import { APIError, OpenAI } from 'openai';
import { TrackerError } from '../errors.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import type { Ask } from './draft-record.ts';
import { BrokenOff, isBrokenOff, modelError } from './model-error.ts';
import type { ModelSettings } from './model-settings.ts';

export interface AskOptions {
  readonly schema: JsonSchema;
  /** Milliseconds for everything that is asked in one draft, waiting and retries included. */
  readonly timeout: number;
  /** Ends the request. */
  readonly signal: AbortSignal;
  /**
   * How often a request that failed in passing is sent again, twice unless told: the library does it for statuses and
   * for connections that fail, resting half a second and more before each; we do it for broken streams.
   */
  readonly retries?: number;
}

const mostAnswerCharacters = 500_000;

/** Asks a model at an OpenAI-compatible endpoint, by streaming. Nothing that it throws holds the key. */
export function askModel(settings: ModelSettings, options: AskOptions): Ask {
  const { retries = 2 } = options;
  const client = new OpenAI({
    apiKey: settings.apiKey,
    baseURL: settings.baseUrl,
    maxRetries: retries,
    timeout: options.timeout,
    // What other programs' variables say is not for this endpoint.
    organization: null,
    project: null,
    adminAPIKey: null,
    logLevel: 'off',
    // A redirect would take the material, and on the same host the key, to who knows where.
    fetchOptions: { redirect: 'error' },
  });
  const timeUp = AbortSignal.timeout(options.timeout);
  const signal = AbortSignal.any([options.signal, timeUp]);
  // Endpoints that do not know structured output refuse it; the instruction says the same in words.
  let structured = true;
  return async messages => {
    for (let broken = 0; ; ) {
      try {
        return await answerOf(
          client,
          settings.model,
          messages,
          structured && options.schema,
          signal,
        );
      } catch (error) {
        if (options.signal.aborted) throw stopped();
        if (timeUp.aborted) throw tookTooLong(options.timeout);
        if (structured && isRefusedForm(error)) structured = false;
        else if (!isBrokenOff(error) || broken++ >= retries) throw modelError(error, settings);
      }
    }
  };
}

async function answerOf(
  client: OpenAI,
  model: string,
  messages: Parameters<Ask>[0],
  schema: JsonSchema | false,
  signal: AbortSignal,
): Promise<string> {
  const chunks = await client.chat.completions.create(
    {
      model,
      messages: messages.map(message => ({ ...message })),
      stream: true,
      ...(schema && {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'draft', strict: true, schema: { ...schema } },
        },
      }),
    },
    { signal },
  );
  let answer = '';
  let ended: string | undefined;
  for await (const { choices } of chunks) {
    const [choice] = choices ?? [];
    answer += choice?.delta?.content ?? '';
    ended = choice?.finish_reason ?? ended;
    if (answer.length > mostAnswerCharacters) throw unusable('is too long to be a draft');
  }
  if (ended === undefined) throw new BrokenOff();
  if (ended === 'length') throw unusable('was cut off: the model may say no more');
  if (ended === 'content_filter') throw unusable('was withheld by a filter of the endpoint');
  return answer;
}

/** Whether it may be the form of the answer that the endpoint would not take. */
function isRefusedForm(error: unknown): boolean {
  return error instanceof APIError && (error.status === 400 || error.status === 422);
}

function unusable(why: string): TrackerError {
  return new TrackerError('MODEL_FAILED', `the model's answer ${why}`, {
    remedy: 'try again, with a shorter text or another TRACKER_AI_MODEL',
  });
}

function tookTooLong(timeout: number): TrackerError {
  return new TrackerError('MODEL_FAILED', `the model gave no answer in ${timeout / 1000} s`, {
    remedy: 'try again, or give it longer with --timeout=SECONDS',
  });
}

function stopped(): TrackerError {
  return new TrackerError('MODEL_FAILED', 'the request was stopped', {
    remedy: 'nothing was stored; try again',
  });
}
