import type { Finding } from '../finding.ts';
import { ImportError } from '../import-error.ts';
import type { Importer } from '../importer.ts';
import { checkCount } from '../most-requests.ts';
import { createBudget } from './budget.ts';
import { collectionOf } from './collection.ts';
import type { Problems } from './fields.ts';
import { tellLeftOut } from './left-out.ts';
import { type Resource, readExport } from './read-export.ts';
import { createRendering } from './render.ts';
import { draftOf } from './request-draft.ts';
import { variablesOfScripts } from './scripts.ts';
import { quoted } from './telling.ts';

/** Reads an export of Insomnia in version 4 of its format, JSON or YAML. */
export const importInsomnia: Importer = ({ text, variables, secretVariables = new Set() }) => {
  const problems: Problems = new Map();
  const resources = readExport(text, problems);
  const collection = collectionOf(resources, problems);
  // Before their templates are filled in, which takes long.
  checkCount(collection.requests.length);
  const requests = byId(resources.filter(({ type }) => type === 'request'));
  const missing = new Set<string>();
  const rendering = createRendering({
    variables,
    secretVariables,
    budget: createBudget(text.length),
    nameOfRequest: id => requests.get(id)?.fields.text('name'),
    onMissing: variable => missing.add(variable),
  });
  const surroundings = {
    rendering,
    tokens: tokensOf(resources),
    setByScripts: variablesOfScripts(
      resources.filter(({ type }) => type.startsWith('request')).map(({ fields }) => fields),
    ),
    sourceOf: (id: string) => requests.get(id)?.fields.place ?? '',
  };
  const drafts = collection.requests.map(request => draftOf(request, surroundings));
  const leftOut = tellLeftOut(resources);
  if (problems.size > 0) throw new ImportError([...problems.values()]);
  return {
    name: collection.name,
    drafts,
    findings: [...collection.findings, ...leftOut, ...tellMissing(missing, resources)],
  };
};

/** Of resources with the same id the first one counts. */
function byId(resources: readonly Resource[]): ReadonlyMap<string, Resource> {
  return new Map(resources.toReversed().map(resource => [resource.id, resource]));
}

function tokensOf(resources: readonly Resource[]): ReadonlyMap<string, string> {
  const tokens = resources.filter(({ type }) => type === 'oauth2_token');
  return new Map(tokens.map(({ parentId, fields }) => [parentId, fields.text('accessToken')]));
}

/** Variables that neither the base environment nor a folder has, and the environment that has them. */
function tellMissing(missing: ReadonlySet<string>, resources: readonly Resource[]): Finding[] {
  const places = new Map<string, string>();
  for (const { type, fields } of missing.size === 0 ? [] : resources) {
    if (type !== 'environment') continue;
    for (const key of Object.keys(fields.values('data'))) {
      if (!places.has(key)) places.set(key, fields.text('name'));
    }
  }
  return [...missing].map(variable => {
    const [first = ''] = variable.split('.');
    const place = places.get(first);
    const only = place === undefined ? '' : `, only in the environment ${quoted(place)}`;
    return {
      fate: 'changed',
      source: 'resources',
      message: `the variable ${quoted(variable)} has no value in the base environment or a folder${only}: give one with --variables, or to the probes`,
    };
  });
}
