import { at } from '../../probe/problem.ts';
import { isRecord } from '../../probe/record.ts';
import type { Finding } from '../finding.ts';
import { type Auth, authOf } from './auth-parameters.ts';
import { type Behavior, behaviorAt } from './behavior.ts';
import {
  type Complain,
  descriptionOf,
  type JsonObject,
  kindOf,
  listAt,
  textOf,
} from './reading.ts';
import { type Script, scriptsAt } from './scripts.ts';
import { type Scope, variablesOf } from './variables.ts';

/** A request of the collection, and all it takes from the folders it is in. */
export interface Item {
  readonly source: string;
  readonly name: string;
  readonly folders: readonly string[];
  readonly description: string | undefined;
  readonly request: JsonObject;
  readonly scope: Scope;
  readonly auth: Auth | undefined;
  readonly behaviors: readonly Behavior[];
  /** Those of its folders and its own, the outermost first. */
  readonly scripts: readonly Script[];
}

/** The requests of a collection in their order, and what there is to tell beside them. */
interface Items {
  readonly items: readonly Item[];
  readonly findings: readonly Finding[];
  /** All scripts of the file. */
  readonly scripts: readonly Script[];
}

/** More requests than this are told, not imported. */
const mostItems = 10_000;

/** What a folder hands down. */
type Setting = Pick<Item, 'folders' | 'scope' | 'auth' | 'behaviors' | 'scripts'>;

/** Reads the requests of a collection, in folders at any depth. */
export function itemsOf(collection: JsonObject, given: Scope, complain: Complain): Items {
  const items: Item[] = [];
  const findings: Finding[] = [];
  const scripts: Script[] = [];
  let examples = 0;
  let past = 0;

  const within = (owner: JsonObject, source: string, outer: Setting): Setting => {
    const own = scriptsAt(owner.event, at(source, 'event'), complain);
    scripts.push(...own);
    const variables = variablesOf(owner.variable, at(source, 'variable'), complain);
    return {
      folders: outer.folders,
      scope:
        variables.size === 0
          ? outer.scope
          : [...given, variables, ...outer.scope.slice(given.length)],
      auth: authOf(owner.auth, at(source, 'auth'), complain) ?? outer.auth,
      behaviors: [...outer.behaviors, ...behaviorAt(owner, source)],
      scripts: [...outer.scripts, ...own],
    };
  };
  const readAll = (value: unknown, source: string, setting: Setting) => {
    for (const [index, entry] of listAt(value, source, complain).entries()) {
      read(entry, at(source, index), setting);
    }
  };
  const read = (entry: unknown, source: string, outer: Setting) => {
    if (!isRecord(entry)) {
      complain(source, `must be a request or a folder, not ${kindOf(entry)}`);
    } else if (entry.item !== undefined && entry.item !== null) {
      const name = textOf(entry.name).trim();
      const setting = within(entry, source, outer);
      const folders = name === '' ? outer.folders : [...outer.folders, name];
      tellOfScripts(setting.scripts.slice(outer.scripts.length), findings);
      readAll(entry.item, at(source, 'item'), { ...setting, folders });
    } else if (items.length >= mostItems) past += 1;
    else readRequest(entry, source, outer);
  };
  const readRequest = (entry: JsonObject, source: string, outer: Setting) => {
    if (Array.isArray(entry.response)) examples += entry.response.length;
    const path = at(source, 'request');
    const given = entry.request;
    const request = typeof given === 'string' ? { url: given } : given;
    if (request === undefined || request === null) {
      findings.push({ fate: 'left-out', source, message: 'it is neither a request nor a folder' });
      return;
    }
    if (!isRecord(request)) {
      complain(path, `must be an object or a url, not ${kindOf(request)}`);
      return;
    }
    const setting = within(entry, source, outer);
    items.push({
      ...setting,
      source,
      name: textOf(entry.name).trim() || `Request ${items.length + 1}`,
      description: descriptionOf(request.description) ?? descriptionOf(entry.description),
      request,
      auth: authOf(request.auth, at(path, 'auth'), complain) ?? setting.auth,
    });
  };

  const root = { folders: [], scope: given, auth: undefined, behaviors: [], scripts: [] };
  const setting = within(collection, '', root);
  tellOfScripts(setting.scripts, findings);
  readAll(collection.item, 'item', setting);
  if (examples > 0) {
    const message = `${examples} saved ${examples === 1 ? 'response is' : 'responses are'} not imported`;
    findings.push({ fate: 'left-out', source: 'response', message });
  }
  if (past > 0) {
    const message = `${past} requests past the first ${mostItems} are not imported`;
    findings.push({ fate: 'left-out', source: 'item', message });
  }
  return { items, findings, scripts };
}

/** Those of folders once, not with each request in them. */
function tellOfScripts(scripts: readonly Script[], findings: Finding[]): void {
  for (const { source, listen } of scripts) {
    const message = `the ${listen} script of the folder or collection runs in Postman alone`;
    findings.push({ fate: 'left-out', source, message });
  }
}
