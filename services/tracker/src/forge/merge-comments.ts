import { idOfKey } from '../record/id-of-key.ts';
import type { Comment } from '../record/record.ts';
import { authorName, cleanBody } from './clean-text.ts';
import { type CommentPair, digestOf } from './forge-base.ts';
import { readMarker } from './marker.ts';
import type { RemoteAuthor, RemoteComment } from './remote-issue.ts';

export interface CommentSides {
  readonly here: readonly Comment[];
  readonly there: readonly RemoteComment[];
  readonly agreed: readonly CommentPair[];
  /** Whether somebody deleted it here: one that is only missing, as its line is damaged, comes back. */
  readonly wasDeleted: (id: string) => boolean;
  /** When it was written or last edited here, in milliseconds since 1970. */
  readonly ageHere: (id: string) => number;
  /** Markers of others are but text: whoever writes one could else take hold of a comment here. */
  readonly isTrusted: (author: RemoteAuthor) => boolean;
}

/** What is to be done about one comment. `pair` is what holds afterwards, `before` what held until then. */
export type CommentStep =
  | { readonly kind: 'agreed'; readonly pair: CommentPair }
  | {
      readonly kind: 'addHere';
      readonly pair: CommentPair;
      readonly body: string;
      readonly at: string;
      readonly by: string;
    }
  | {
      readonly kind: 'editHere';
      readonly pair: CommentPair;
      readonly before: CommentPair | undefined;
      readonly body: string;
      /** What it said when this was decided. */
      readonly seen: string;
      /** Set where both sides had changed it: what is given up. */
      readonly lost?: string;
    }
  | { readonly kind: 'deleteHere'; readonly before: CommentPair; readonly seen: string }
  | { readonly kind: 'addThere'; readonly id: string; readonly body: string }
  | {
      readonly kind: 'editThere';
      readonly pair: CommentPair;
      readonly body: string;
      /** The marker that it had and keeps. */
      readonly marker: string | undefined;
      /** What it said there when this was decided. */
      readonly seen: string;
      readonly lost?: string;
    }
  | { readonly kind: 'deleteThere'; readonly before: CommentPair; readonly seen: string };

/**
 * Comments merge by union: new ones are carried over, edits and deletions follow. One that was edited on one side and
 * deleted on the other stays, as edited.
 */
export function mergeComments(sides: CommentSides): readonly CommentStep[] {
  const pairs = pairUp(sides);
  const here = new Map(sides.here.map(comment => [comment.id, comment]));
  const there = new Map(sides.there.map(comment => [comment.id, comment]));
  const steps = pairs.flatMap(pair => {
    const [ours, theirs] = [here.get(pair.here), there.get(pair.there)];
    here.delete(pair.here);
    there.delete(pair.there);
    return stepFor(pair, ours, theirs, sides);
  });
  const fresh = [...here.values()].map(({ id, body }) => ({
    kind: 'addThere' as const,
    id,
    body: lineFed(body),
  }));
  return [...steps, ...fresh];
}

/** What a comment says, without its marker and as a comment here may say it. */
export function commentBody(comment: RemoteComment): string {
  return cleanBody(readMarker(comment.body).text).text;
}

export function lineFed(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** A pair whose sides have not agreed on anything yet has no digest. */
interface Pairing {
  readonly here: string;
  readonly there: number;
  readonly digest: string | undefined;
}

function pairUp({ here, there, agreed, isTrusted }: CommentSides): readonly Pairing[] {
  const ids = new Set(here.map(comment => comment.id));
  const known = new Map(agreed.map(pair => [pair.there, pair]));
  const taken = new Map<string, string>();
  const paired = new Set(agreed.map(pair => pair.here));
  const pairings: Pairing[] = [...agreed];
  for (const comment of there) {
    const body = commentBody(comment);
    const pair = known.get(comment.id);
    if (pair !== undefined) {
      taken.set(pair.here, body);
      continue;
    }
    const marked = isTrusted(comment.author) ? readMarker(comment.body).id : undefined;
    // Two clones have sent the same comment at once: one of the two is enough.
    if (marked !== undefined && taken.get(marked) === body) continue;
    const id =
      marked !== undefined && !taken.has(marked) && !paired.has(marked)
        ? marked
        : importedId(comment.id);
    taken.set(id, body);
    if (paired.has(id)) continue;
    paired.add(id);
    pairings.push({ here: id, there: comment.id, digest: undefined });
  }
  // A pair whose comment there is gone, and which is unknown here too, is over.
  const present = new Set(there.map(comment => comment.id));
  return pairings.filter(pair => ids.has(pair.here) || present.has(pair.there));
}

function importedId(there: number): string {
  return idOfKey('ticket', `forge-comment:${there}`);
}

function stepFor(
  pair: Pairing,
  ours: Comment | undefined,
  theirs: RemoteComment | undefined,
  sides: CommentSides,
): CommentStep[] {
  if (ours === undefined) return theirs === undefined ? [] : [onlyThere(pair, theirs, sides)];
  if (theirs === undefined) return [onlyHere(pair, ours)];
  return [onBoth(pair, ours, theirs, sides)];
}

function onlyThere(pair: Pairing, theirs: RemoteComment, sides: CommentSides): CommentStep {
  const body = commentBody(theirs);
  const digest = digestOf(body);
  if (pair.digest === digest && sides.wasDeleted(pair.here)) {
    return { kind: 'deleteThere', before: { ...pair, digest }, seen: body };
  }
  // Deleted here but edited there since: an id that was deleted stays so, so it comes back under another.
  const isBack = pair.digest !== undefined && sides.wasDeleted(pair.here);
  const here = isBack ? idOfKey('ticket', `forge-comment:${theirs.id}:${digest}`) : pair.here;
  return {
    kind: 'addHere',
    pair: { here, there: theirs.id, digest },
    body,
    at: theirs.createdAt,
    by: authorName(theirs.author.login),
  };
}

function onlyHere(pair: Pairing, ours: Comment): CommentStep {
  const body = lineFed(ours.body);
  const digest = digestOf(body);
  return pair.digest === digest
    ? { kind: 'deleteHere', before: { ...pair, digest }, seen: body }
    : { kind: 'addThere', id: ours.id, body };
}

function onBoth(
  { here, there, digest }: Pairing,
  ours: Comment,
  theirs: RemoteComment,
  sides: CommentSides,
): CommentStep {
  const [mine, other] = [lineFed(ours.body), commentBody(theirs)];
  const before = digest === undefined ? undefined : { here, there, digest };
  const takeTheirs = { kind: 'editHere', pair: { here, there, digest: digestOf(other) } } as const;
  const takeMine = { kind: 'editThere', pair: { here, there, digest: digestOf(mine) } } as const;
  if (mine === other) return { kind: 'agreed', pair: takeMine.pair };
  const theirStep = { ...takeTheirs, before, body: other, seen: mine };
  const myStep = { ...takeMine, body: mine, marker: readMarker(theirs.body).id, seen: other };
  if (digestOf(mine) === digest) return theirStep;
  if (digestOf(other) === digest) return myStep;
  return sides.ageHere(here) > Date.parse(theirs.updatedAt)
    ? { ...myStep, lost: other }
    : { ...theirStep, lost: mine };
}
