import type { Clock } from '@picket/monitor';
import type { KubeApi } from './api.ts';
import { createEventKinship, objectKey } from './event-kinship.ts';
import { eventName, eventNamespace, eventObject } from './event-object.ts';
import { createEventSpamFilter } from './event-spam-filter.ts';
import { createEventWriter, type EventSeries } from './event-writer.ts';
import { isAlreadyExists } from './kube-error.ts';
import { microTime } from './micro-time.ts';
import { createRecentMap } from './recent-map.ts';
import type { KubeObject } from './resource.ts';
import { events } from './resources/events.ts';

export interface KubeEvent {
  readonly type: 'Normal' | 'Warning';
  /** UpperCamelCase, for programs: `IncidentOpened`. */
  readonly reason: string;
  /** What the reporter did: `Probe`, `Notify`, `Compile`. */
  readonly action: string;
  /** For people; cut at 1024 bytes. */
  readonly note: string;
}

export interface EventRecorderSettings {
  readonly api: Pick<KubeApi, 'create' | 'patch'>;
  /** `picket.dev/operator`. */
  readonly controller: string;
  /** The pod's name. */
  readonly instance: string;
  readonly clock: Clock;
  /** From 0 to below 1; spreads retries. */
  readonly random: () => number;
  /** Told of each event that was given up. */
  readonly onError: (error: unknown) => void;
}

/** Events of group events.k8s.io/v1 about objects. */
export interface EventRecorder {
  /**
   * In the background: the same event about the same object again within 6 minutes raises the count of its
   * series; one object gets at most 25 at once and then one each 5 minutes, as from client-go. What can't be
   * stored is tried 12 times, about 10 s apart.
   */
  emit(about: KubeObject, event: KubeEvent): void;
  /** Exactly once under this name, however often it is called; rejects where it could not be stored. */
  post(about: KubeObject, event: KubeEvent, name: string, signal: AbortSignal): Promise<void>;
  /** Takes no more; resolves once everything emitted is stored or given up, or when `signal` aborts. */
  close(signal: AbortSignal): Promise<void>;
}

export function createEventRecorder(settings: EventRecorderSettings): EventRecorder {
  const { api, clock, random, onError } = settings;
  const kinship = createEventKinship();
  const spam = createEventSpamFilter();
  const running = createRecentMap<EventSeries>(remembered);
  const writer = createEventWriter(settings);

  const build = (about: KubeObject, event: KubeEvent, name: string) =>
    eventObject({ ...settings, about, event, name, at: microTime(clock.wallTime()) });

  const begin = (about: KubeObject, event: KubeEvent): EventSeries => ({
    object: build(about, event, eventName(about, suffixOf(clock.wallTime(), random()))),
    count: 1,
    lastAt: clock.now(),
    lastObservedTime: microTime(clock.wallTime()),
  });

  const record = (about: KubeObject, event: KubeEvent) => {
    const now = clock.now();
    const kin = kinship.classify(about, event, now);
    const before = running.get(kin.key);
    if (before !== undefined && now - before.lastAt <= sameWithin) {
      before.count++;
      before.lastAt = now;
      before.lastObservedTime = microTime(clock.wallTime());
      writer.write(before);
      return;
    }
    if (!spam.admit(objectKey(about), now)) return;
    const series = begin(about, kin.event);
    running.set(kin.key, series);
    writer.write(series);
  };

  return {
    emit(about, event) {
      try {
        record(about, event);
      } catch (error) {
        onError(error);
      }
    },
    async post(about, event, name, signal) {
      const namespace = eventNamespace(about);
      try {
        await api.create(events, { namespace }, build(about, event, name), { signal });
      } catch (error) {
        if (!isAlreadyExists(error)) throw error;
      }
    },
    close: signal => writer.close(signal),
  };
}

/** Milliseconds. */
const sameWithin = 6 * 60_000;
/** Series that may be going on; of one that is forgotten the next event is a new one. */
const remembered = 4096;

/** Twenty hexadecimal digits: the time, so that names sort by it, and chance. */
function suffixOf(wallTime: number, random: number): string {
  const time = Math.floor(wallTime).toString(16).padStart(12, '0');
  const chance = Math.floor(random * 2 ** 32).toString(16);
  return `${time}${chance.padStart(8, '0')}`;
}
