import { compareNatural } from './compare-natural.ts';
import { emitList } from './emit-lines.ts';
import { emitLiteral } from './emit-literal.ts';
import type { SlicedImport } from './route-folder.ts';

/** Import statements for these names, one a source where that can be, in the order in which Biome sorts them. */
export function emitImports(imports: readonly SlicedImport[]): string {
  const sources = Map.groupBy(imports, ({ source, attributes }) => `${source}\n${attributes}`);
  return [...sources.values()]
    .sort(([first], [second]) => compareSources(first?.source ?? '', second?.source ?? ''))
    .flatMap(statementsOf)
    .join('\n');
}

/** Types before values; a default name stands with the named ones, but types in one statement can't be both. */
function statementsOf(imports: readonly SlicedImport[]): string[] {
  const [{ source, attributes } = { source: '', attributes: '' }] = imports;
  const from = ` from ${emitLiteral(source)}${attributes};`;
  const whole = imports.filter(({ imported }) => imported === '*');
  const [byDefault, ...more] = imports.filter(({ imported }) => imported === 'default');
  const named = [
    ...imports.filter(({ imported }) => imported !== '*' && imported !== 'default'),
    ...more,
  ].sort((first, second) => compareNatural(first.imported, second.imported));
  const joined = byDefault && !byDefault.isType && named.length > 0 ? byDefault : undefined;
  const isTypes = joined === undefined && named.every(({ isType }) => isType);

  const statements = whole.map(name => ({ ...name, code: `* as ${name.local}${from}` }));
  if (byDefault && !joined) statements.push({ ...byDefault, code: `${byDefault.local}${from}` });
  const lines = statements.map(({ isType, code }) => ({
    isType,
    code: `${isType ? 'import type' : 'import'} ${code}`,
  }));
  if (named.length > 0) {
    const head = joined ? `import ${joined.local}, ` : `import ${isTypes ? 'type ' : ''}`;
    const names = named.map(name => specifier(name, isTypes));
    lines.push({ isType: isTypes, code: emitList(head, ['{', '}'], names, from, ' ') });
  }
  return lines
    .sort((first, second) => Number(second.isType) - Number(first.isType))
    .map(({ code }) => code);
}

function specifier({ imported, local, isType }: SlicedImport, areTypes: boolean): string {
  const name = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(imported)
    ? imported
    : emitLiteral(imported);
  return `${isType && !areTypes ? 'type ' : ''}${name === local ? name : `${name} as ${local}`}`;
}

/** Biome's order: URLs, modules of the platform, packages, aliases, then paths from the farthest to the nearest. */
function compareSources(first: string, second: string): number {
  const away = distance(first) - distance(second) || stepsUp(second) - stepsUp(first);
  if (away !== 0) return away;
  const segments = [first.split('/'), second.split('/')] as const;
  for (const [n, segment] of segments[0].entries()) {
    const order = compareNatural(segment, segments[1][n] ?? '');
    if (order !== 0) return order;
  }
  return segments[0].length - segments[1].length;
}

function distance(source: string): number {
  if (/^https?:/.test(source)) return 0;
  if (/^[a-z]+:/.test(source)) return 1;
  if (/^(?:@\/|[#~$%])/.test(source)) return 3;
  return /^[./]/.test(source) ? 4 : 2;
}

function stepsUp(source: string): number {
  return source.split('/').filter(segment => segment === '..').length;
}
