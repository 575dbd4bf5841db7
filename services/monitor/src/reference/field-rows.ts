import { isRecord } from '../probe/record.ts';
import type { SchemaNode } from '../probe/schema-wording.ts';
import { code } from './markdown.ts';

export const fieldColumns = ['Field', 'Type', 'Required', 'Default', 'Bounds', 'Meaning'] as const;

/** Where an object that has a table of its own is described: a Markdown link, undefined where it has none. */
export type LinkTo = (node: SchemaNode) => string | undefined;

/**
 * The rows of an object's fields, in the order of its schema. An object inside it that has no table of its
 * own has its fields below it, as `valueFrom.secretKeyRef`.
 */
export function fieldRows(object: SchemaNode, linkTo: LinkTo, prefix = ''): string[][] {
  const required = Array.isArray(object.required) ? object.required : [];
  return members(object).flatMap(([name, node]) => {
    const path = `${prefix}${name}`;
    const row = [
      code(path),
      typeOf(node, linkTo),
      required.includes(name) ? 'yes' : 'no',
      node.default === undefined ? '' : code(`${node.default}`),
      boundsOf(node),
      typeof node.description === 'string' ? node.description : '',
    ];
    const isOpened = node.type === 'object' && linkTo(node) === undefined;
    return [row, ...(isOpened ? fieldRows(node, linkTo, `${path}.`) : [])];
  });
}

function members({ properties }: SchemaNode): [string, SchemaNode][] {
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([name, node]) =>
    isRecord(node) ? [[name, node]] : [],
  );
}

function typeOf(node: SchemaNode, linkTo: LinkTo): string {
  if (Array.isArray(node.enum)) return node.enum.map(choice => code(`${choice}`)).join(', ');
  if (node.const !== undefined) return code(`${node.const}`);
  if (Array.isArray(node.anyOf)) {
    const types = node.anyOf.filter(isRecord).map(branch => typeOf(branch, linkTo));
    return [...new Set(types)].join(' or ');
  }
  if (node.type === 'array') return listOf(node.items, linkTo);
  const values = valuesOf(node);
  if (values !== undefined) return values.type === undefined ? 'map' : `map of ${values.type}s`;
  return linkTo(node) ?? (typeof node.type === 'string' ? node.type : 'any value');
}

function listOf(items: unknown, linkTo: LinkTo): string {
  if (!isRecord(items) || Object.keys(items).length === 0) return 'list';
  const type = typeOf(items, linkTo);
  return `list of ${type === 'string' ? 'strings' : type}`;
}

/** The schema of a map's values; undefined where the node is no map. */
function valuesOf({ patternProperties }: SchemaNode): SchemaNode | undefined {
  return isRecord(patternProperties) ? Object.values(patternProperties).find(isRecord) : undefined;
}

/** In words: `1 to 32 entries`, `at most 16384 characters each`. */
function boundsOf(node: SchemaNode): string {
  if (Array.isArray(node.anyOf)) {
    const branches = node.anyOf.filter(isRecord).map(branch => [branch.type, boundsOf(branch)]);
    return branches.map(([type, bounds]) => `${type}: ${bounds}`).join('; ');
  }
  const inner = valuesOf(node) ?? (isRecord(node.items) ? node.items : undefined);
  const innerBounds = inner?.type === 'string' ? boundsOf(inner) : '';
  return [
    span(node.minimum, node.maximum, ''),
    span(node.minLength, node.maxLength, ' characters'),
    span(node.minItems, node.maxItems, ' entries'),
    span(node.minProperties, node.maxProperties, ' entries'),
    typeof node.pattern === 'string' ? `matches ${code(node.pattern)}` : '',
    innerBounds === '' ? '' : `${innerBounds} each`,
  ]
    .filter(part => part !== '')
    .join(', ');
}

function span(least: unknown, most: unknown, unit: string): string {
  if (typeof most !== 'number') return '';
  return typeof least === 'number' ? `${least} to ${most}${unit}` : `at most ${most}${unit}`;
}
