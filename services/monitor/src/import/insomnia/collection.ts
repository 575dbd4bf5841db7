import type { Finding } from '../finding.ts';
import type { Fields, Problems } from './fields.ts';
import type { Resource } from './read-export.ts';
import type { Scope } from './scope.ts';
import { quoted } from './telling.ts';

/** Folders inside each other; nobody finds anything in more. */
const mostLevels = 100;

export interface Folder {
  readonly id: string;
  readonly name: string;
  readonly fields: Fields;
}

/** A request and what it inherits. */
export interface PlacedRequest {
  readonly id: string;
  readonly fields: Fields;
  /** Names of what it is in; the workspace is one where the file has several. */
  readonly path: readonly string[];
  /** The outermost first. */
  readonly folders: readonly Folder[];
  readonly scope: Scope | undefined;
}

export interface Collection {
  readonly name: string;
  /** In the order the app shows them. */
  readonly requests: readonly PlacedRequest[];
  readonly findings: readonly Finding[];
}

interface Place {
  readonly path: readonly string[];
  readonly folders: readonly Folder[];
  readonly scope: Scope | undefined;
}

/** Puts folders and requests in their places, wherever the file has them. */
export function collectionOf(resources: readonly Resource[], problems: Problems): Collection {
  const workspaces = resources.filter(({ type }) => type === 'workspace');
  const members = inOrder(
    resources.filter(({ type }) => type === 'request' || type === 'request_group'),
  );
  const children = Map.groupBy(members, ({ parentId }) => parentId);
  const environments = resources.filter(({ type }) => type === 'environment');
  const bases = basesOf(environments);
  const baseOf = new Map(bases.toReversed().map(base => [base.parentId, base]));
  const seen = new Set<Resource>();
  const requests: PlacedRequest[] = [];
  const findings: Finding[] = [];

  function visit(resource: Resource, place: Place): void {
    if (seen.has(resource)) return;
    seen.add(resource);
    const { id, fields } = resource;
    if (resource.type === 'request') {
      requests.push({ id, fields, ...place });
      return;
    }
    if (place.folders.length === mostLevels) {
      const message = `is in more than ${mostLevels} folders`;
      problems.set(fields.place, { path: fields.place, message });
      return;
    }
    const folder = { id, name: fields.text('name'), fields };
    const inside = {
      path: [...place.path, folder.name],
      folders: [...place.folders, folder],
      scope: scopeOf(fields.values('environment'), false, place.scope),
    };
    for (const child of children.get(id) ?? []) visit(child, inside);
  }

  for (const workspace of workspaces) {
    const place = {
      path: workspaces.length > 1 ? [workspace.fields.text('name')] : [],
      folders: [],
      scope: baseScope(baseOf.get(workspace.id)),
    };
    for (const child of children.get(workspace.id) ?? []) visit(child, place);
  }
  const only = bases.length === 1 ? bases[0] : undefined;
  const nowhere = { path: [], folders: [], scope: baseScope(only) };
  const known = new Set([...workspaces, ...members].map(({ id }) => id));
  const lost = members.filter(member => !seen.has(member) && !known.has(member.parentId));
  tellLost(lost, 'what it is in is not in the file: it is imported as if it were in no folder');
  for (const member of lost) visit(member, nowhere);
  // What is left is in itself, or too deep.
  for (const member of members) {
    if (seen.has(member) || problems.size > 0) continue;
    tellLost([member], 'it is in itself: it is imported as if it were in no folder');
    visit(member, nowhere);
  }

  function tellLost(resources: readonly Resource[], message: string): void {
    for (const { fields } of resources) {
      findings.push({ fate: 'changed', source: fields.place, message });
    }
  }

  return {
    name: workspaces.map(({ fields }) => fields.text('name')).join(', ') || 'Insomnia',
    requests,
    findings: [...findings, ...tellUnused(environments, bases)],
  };
}

function inOrder(members: readonly Resource[]): readonly Resource[] {
  const keys = new Map(members.map(member => [member, member.fields.number('metaSortKey')]));
  return members.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
}

/** Environments that are in no other. */
function basesOf(environments: readonly Resource[]): readonly Resource[] {
  const ids = new Set(environments.map(({ id }) => id));
  return environments.filter(({ parentId }) => !ids.has(parentId));
}

function baseScope(environment: Resource | undefined): Scope | undefined {
  if (!environment) return undefined;
  const { fields } = environment;
  return scopeOf(fields.values('data'), fields.flag('isPrivate', false), undefined);
}

function scopeOf(
  values: Readonly<Record<string, unknown>>,
  isPrivate: boolean,
  outer: Scope | undefined,
): Scope | undefined {
  if (Object.keys(values).length === 0) return outer;
  return { values, isPrivate, ...(outer && { outer }) };
}

function tellUnused(environments: readonly Resource[], bases: readonly Resource[]): Finding[] {
  const used = new Set(bases);
  return environments
    .filter(environment => !used.has(environment))
    .map(({ fields }) => ({
      fate: 'left-out',
      source: fields.place,
      message: `the environment ${quoted(fields.text('name'))} is not used, only the base environment is: give values of it with --variables`,
    }));
}
