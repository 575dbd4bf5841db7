import { isConflict, isNotFound, isRefused, KubeError } from '../kube/kube-error.ts';
import type { Place } from '../kube/resource.ts';
import type { ProbeResource } from '../resource/probe-resource.ts';
import type { Attempt, Book, Heard, Recorded } from './book.ts';
import { knowledgeOf } from './known.ts';
import type { StatusWriterSettings } from './status-writer.ts';
import type { WriteOutcome } from './write-queue.ts';

export interface PutContext extends Pick<StatusWriterSettings, 'api' | 'resource' | 'observer'> {
  readonly signal: AbortSignal;
  readonly onRecorded: (book: Book, recorded: Recorded) => void;
  readonly onHeard: (book: Book, heard: Heard) => void;
  /** The probe is not there any more. */
  readonly onGone: (book: Book) => void;
  readonly onFailed: (book: Book, error: unknown) => void;
}

/** Tries once to write what is to be written of a book. Never rejects. */
export async function putStatus(book: Book, context: PutContext): Promise<WriteOutcome> {
  const attempt = book.begin();
  if (attempt === undefined) return { kind: 'unneeded' };
  try {
    return await tryToPut(book, attempt, context);
  } finally {
    context.onHeard(book, book.end());
  }
}

async function tryToPut(book: Book, attempt: Attempt, context: PutContext): Promise<WriteOutcome> {
  const { api, resource, observer, signal } = context;
  const place = { ...placeOf(book), subresource: 'status' };
  const body = { ...book.known.object, status: attempt.status };
  let answer: ProbeResource;
  try {
    answer = await api.replace(resource, place, body, { signal });
  } catch (error) {
    if (signal.aborted) return { kind: 'unneeded' };
    // Also after a conflict: somebody between us and the server may have sent it twice.
    if (isConflict(error) || mayHaveArrived(error)) book.lost(attempt);
    return isConflict(error) ? refresh(book, context) : failed(book, error, context);
  }
  observer?.onWrite(attempt.kind);
  context.onRecorded(book, book.landed(attempt, knowledgeOf(answer)));
  return { kind: 'answered' };
}

/** Takes up what the server has, so that the next try counts on top of it. */
async function refresh(book: Book, context: PutContext): Promise<WriteOutcome> {
  const { api, resource, observer, signal } = context;
  observer?.onConflict();
  let fresh: ProbeResource;
  try {
    fresh = await api.get(resource, placeOf(book), { signal });
  } catch (error) {
    return signal.aborted ? { kind: 'unneeded' } : failed(book, error, context);
  }
  if (fresh.metadata.uid !== book.uid) return gone(book, context);
  const heard = book.refresh(knowledgeOf(fresh));
  context.onHeard(book, heard);
  return { kind: heard.kind === 'old' ? 'failed' : 'answered' };
}

function failed(book: Book, error: unknown, context: PutContext): WriteOutcome {
  if (isNotFound(error)) return gone(book, context);
  context.onFailed(book, error);
  if (isUnavailable(error)) {
    const { retryAfter } = error;
    return { kind: 'unavailable', ...(retryAfter !== undefined && { retryAfter }) };
  }
  return { kind: isRefused(error) ? 'refused' : 'failed' };
}

function gone(book: Book, { onGone }: PutContext): WriteOutcome {
  onGone(book);
  return { kind: 'unneeded' };
}

function placeOf({ known }: Book): Place {
  const { name, namespace } = known.object.metadata;
  return { name, ...(namespace !== undefined && { namespace }) };
}

/** Only an answer that refuses it says that a write did not arrive, and will not. */
function mayHaveArrived(error: unknown): boolean {
  return !(error instanceof KubeError && error.status >= 400 && error.status < 500);
}

function isUnavailable(error: unknown): error is KubeError {
  if (!(error instanceof KubeError)) return false;
  const { status, reason } = error;
  return status >= 500 || status === 429 || (status === 0 && reason !== 'Undecodable');
}
