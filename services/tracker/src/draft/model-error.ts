import { APIConnectionError, APIError } from 'openai';
import { TrackerError } from '../errors.ts';
import type { ModelSettings } from './model-settings.ts';

/** The connection ended before the answer did. */
export class BrokenOff extends Error {}

/** What went wrong at the endpoint, for people. No cause is kept: it may hold the request, key and all. */
export function modelError(error: unknown, settings: ModelSettings): TrackerError {
  if (error instanceof TrackerError) return error;
  const where = new URL(settings.baseUrl).host;
  if (error instanceof APIError && error.status !== undefined)
    return ofStatus(error, where, settings);
  if (error instanceof APIConnectionError) {
    return failed(
      `${where} cannot be reached`,
      'see that TRACKER_AI_BASE_URL is right and the endpoint runs',
    );
  }
  if (isBrokenOff(error)) {
    return failed(`${where} broke the connection off in the middle of its answer`, 'try again');
  }
  const said = error instanceof Error ? error.message : String(error);
  return failed(
    `the answer of ${where} cannot be understood: ${redacted(said, settings)}`,
    'see that TRACKER_AI_BASE_URL is an OpenAI-compatible endpoint',
  );
}

/** Whether the connection broke while the answer came: the library does not send such a request again. */
export function isBrokenOff(error: unknown): boolean {
  return error instanceof BrokenOff || error instanceof TypeError;
}

function ofStatus(error: APIError, where: string, settings: ModelSettings): TrackerError {
  const { status } = error;
  // Endpoints repeat parts of a refused key in what they say.
  if (status === 401 || status === 403) {
    return new TrackerError('AUTH', `${where} refused the key with status ${status}`, {
      remedy: 'set TRACKER_AI_API_KEY to a key that may use TRACKER_AI_MODEL',
    });
  }
  const said = redacted(error.message, settings);
  if (status === 404)
    return failed(
      `${where} answered ${said}`,
      'see that TRACKER_AI_BASE_URL and TRACKER_AI_MODEL are right',
    );
  if (status === 429)
    return failed(`${where} answered ${said}`, 'wait, or see what the key may use');
  return failed(`${where} answered ${said}`, 'try again later');
}

function redacted(said: string, { apiKey }: ModelSettings): string {
  return said.replaceAll(apiKey, '[key]').slice(0, 300).toWellFormed();
}

function failed(message: string, remedy: string): TrackerError {
  return new TrackerError('MODEL_FAILED', message, { remedy });
}
