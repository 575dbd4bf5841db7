import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { WatchEvent } from './api.ts';
import { tryDecode } from './decode.ts';
import { undecodable, unreachable } from './kube-error.ts';
import { readLines } from './lines.ts';
import type { KubeObject, Resource } from './resource.ts';
import { statusError } from './status-error.ts';

export interface WatchStreamSettings<T extends KubeObject> {
  readonly resource: Resource<T>;
  /** What was asked, for errors. */
  readonly what: string;
  /** Bytes of one event; etcd holds no object of more than 1.5 MiB unless told otherwise. */
  readonly maxLine?: number;
}

const defaultMaxLine = 16 * 1024 * 1024;

const frame = Compile(Type.Object({ type: Type.String(), object: Type.Unknown() }));

const bookmark = Compile(
  Type.Object({
    metadata: Type.Object({
      resourceVersion: Type.String({ minLength: 1 }),
      annotations: Type.Optional(Type.Record(Type.String(), Type.String())),
    }),
  }),
);

/**
 * The events of a watch: one JSON document a line. Pulled: as long as nobody asks for the next event nothing is
 * read. Throws the error the server sends in the stream, and `Unreachable` where it breaks off within an event.
 */
export async function* readWatchStream<T extends KubeObject>(
  chunks: AsyncIterable<Uint8Array>,
  settings: WatchStreamSettings<T>,
): AsyncGenerator<WatchEvent<T>, void> {
  const { what, maxLine = defaultMaxLine } = settings;
  const lines = readLines(chunks, maxLine);
  try {
    for (let line = await lines.next(); ; line = await lines.next()) {
      if (line.value.trim() !== '') {
        if (line.done) throw unreachable(`${what}: the stream broke off within an event`);
        yield eventOf(parse(line.value, what), settings);
      }
      if (line.done) return;
    }
  } finally {
    await lines.return('');
  }
}

function parse(line: string, what: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw undecodable(`${what}: an event is no JSON`, error);
  }
}

function eventOf<T extends KubeObject>(
  value: unknown,
  { resource, what }: WatchStreamSettings<T>,
): WatchEvent<T> {
  if (!frame.Check(value))
    throw undecodable(`${what}: the stream holds something else than events`);
  const { type, object } = value;
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED': {
      const decoded = tryDecode(resource, object);
      if (decoded.ok) return { type, object: decoded.object };
      return { type: 'UNDECODABLE', isDeleted: type === 'DELETED', ...decoded.undecodable };
    }
    case 'BOOKMARK':
      return bookmarkOf(object, what);
    case 'ERROR':
      throw statusError({ status: 0, body: object, what });
    default:
      throw undecodable(`${what}: there is no event ${JSON.stringify(type.slice(0, 50))}`);
  }
}

function bookmarkOf(object: unknown, what: string): WatchEvent<never> {
  if (!bookmark.Check(object)) throw undecodable(`${what}: a bookmark without a resource version`);
  const { resourceVersion, annotations = {} } = object.metadata;
  const endsInitialEvents = annotations['k8s.io/initial-events-end'] === 'true';
  return { type: 'BOOKMARK', resourceVersion, endsInitialEvents };
}
