import { isRecord, memberOf } from '../../probe/record.ts';
import { ImportError } from '../import-error.ts';
import { readJson } from '../read-json.ts';
import { recognize } from '../recognize.ts';
import type { JsonObject } from './reading.ts';

const anew = 'export the collection from Postman as Collection v2.1';

/** The collection of a file, in format 2.0 or 2.1. Throws `ImportError` for anything else, and says what it is. */
export function readCollection(text: string): JsonObject {
  const file = readJson(text);
  // As Postman's API answers.
  const wrapped = memberOf(file, 'collection');
  const collection = isRecord(wrapped) ? wrapped : file;
  const place = collection === wrapped ? 'collection' : '';
  if (!isRecord(collection)) throw failure(place, 'holds no Postman collection', anew);
  const schema = memberOf(memberOf(collection, 'info'), 'schema');
  if (typeof schema === 'string')
    checkVersion(schema, `${place === '' ? '' : 'collection.'}info.schema`);
  else if (!isLikeCollection(collection)) throw mistaken(collection, place);
  return collection;
}

/** Other tools leave out the schema. */
function isLikeCollection(collection: JsonObject): boolean {
  return Array.isArray(collection.item) && collection.info !== undefined;
}

function checkVersion(schema: string, path: string): void {
  const version = /v(\d+)\.(\d+)(?:\.\d+)?/.exec(schema);
  if (version === null || version[1] === '2') return;
  const message = `is format ${version[1]}.${version[2]}; 2.0 and 2.1 can be imported`;
  throw failure(path, message, anew);
}

function mistaken(file: JsonObject, path: string): ImportError {
  const isEnvironment = Array.isArray(file.values) && file.item === undefined;
  if (isEnvironment) {
    const hint = 'give it beside the collection, with --variables';
    return failure(path, 'is a Postman environment, not a collection', hint);
  }
  if (Array.isArray(file.requests)) {
    return failure(path, 'is a Postman collection of format 1, which cannot be imported', anew);
  }
  const kind = recognize(file);
  if (kind !== undefined) return failure(path, `is ${kind}, not a Postman collection`, anew);
  return failure(path, 'is no Postman collection: it has no info with a schema', anew);
}

function failure(path: string, message: string, hint: string): ImportError {
  return new ImportError([{ path, message, hint }]);
}
