import { hash } from 'node:crypto';
import type { KubeEvent } from './event-recorder.ts';
import { createRecentMap } from './recent-map.ts';
import type { KubeObject } from './resource.ts';

/** Which events are one and the same. */
export interface EventKinship {
  /**
   * What the event counts as. Events that differ in nothing have one key. Of those about an object that differ in their
   * note alone the first nine have their own, and the others count as one, until there were none for ten minutes.
   */
  classify(about: KubeObject, event: KubeEvent, now: number): Classified;
}

interface Classified {
  readonly key: string;
  readonly event: KubeEvent;
}

/** Notes of one kind of event, by their hashes. */
interface Notes {
  readonly seen: Set<string>;
  lastAt: number;
}

/** As from client-go, whose tenth is the first that is combined. */
const differentNotes = 9;
/** Milliseconds. */
const togetherWithin = 10 * 60_000;
const remembered = 4096;

export function createEventKinship(): EventKinship {
  const kinds = createRecentMap<Notes>(remembered);
  return {
    classify(about, event, now) {
      const { type, reason, action, note } = event;
      const kind = digest([objectKey(about), type, reason, action]);
      const before = kinds.get(kind);
      const isTogether = before !== undefined && now - before.lastAt <= togetherWithin;
      const notes = isTogether ? before : { seen: new Set<string>(), lastAt: now };
      notes.lastAt = now;
      kinds.set(kind, notes);
      const own = digest([note]);
      if (notes.seen.size < differentNotes) notes.seen.add(own);
      if (notes.seen.has(own)) return { key: digest([kind, own]), event };
      return { key: kind, event: { ...event, note: `(combined from similar events): ${note}` } };
    },
  };
}

/** The same for no other object, not even one of the same name that came later. */
export function objectKey({ apiVersion, kind, metadata }: KubeObject): string {
  return digest([apiVersion, kind, metadata.namespace, metadata.name, metadata.uid]);
}

function digest(parts: readonly (string | undefined)[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64');
}
