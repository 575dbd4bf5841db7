import type { ParsedModule } from './parse-module.ts';
import { prunePattern } from './pattern.ts';
import type { Declaration, NamedNode } from './top-level.ts';

/** A declaration as it stands in its module, without `export`, and with no more than the names that are used of it. */
export function statementText(
  module: ParsedModule,
  declaration: Declaration,
  names: ReadonlySet<string>,
): string {
  // what it means is the same: JavaScript reads either in a template as a line feed
  return written(module, declaration, names).replaceAll('\r\n', '\n');
}

function written(
  module: ParsedModule,
  declaration: Declaration,
  names: ReadonlySet<string>,
): string {
  const { text } = module;
  const { node } = declaration;
  if (declaration.kind !== 'variable') {
    const comments = commentsBefore(module, declaration.statement.start);
    return `${comments}${decoratorsBefore(module, declaration.node)}${text.slice(node.start, node.end)}`;
  }
  const { declarator, node: statement } = declaration;
  const { id } = declarator;
  const isFirst = statement.declarations[0] === declarator;
  const comments = isFirst ? commentsBefore(module, declaration.statement.start) : '';
  const pruned = id.type === 'Identifier' ? undefined : prunePattern(id, names, text)?.text;
  const type = 'typeAnnotation' in id ? id.typeAnnotation : undefined;
  const pattern =
    pruned === undefined
      ? text.slice(declarator.start, id.end)
      : `${pruned}${type ? text.slice(type.start, type.end) : ''}`;
  return `${comments}${statement.kind} ${pattern}${text.slice(id.end, declarator.end)};`;
}

/** Decorators that stand before `export`, and so outside of the class; '' where there are none. */
function decoratorsBefore({ text }: ParsedModule, node: NamedNode): string {
  if (!('decorators' in node)) return '';
  return node.decorators
    .filter(({ end }) => end <= node.start)
    .map(({ start, end }) => `${text.slice(start, end)} `)
    .join('');
}

/** The comments on the lines right before an offset, with the end of line after them; '' where there are none. */
function commentsBefore({ text, comments }: ParsedModule, offset: number): string {
  let first = offset;
  for (const { start, end } of comments.toReversed()) {
    if (end > first) continue;
    const isAttached = /^[ \t]*(?:\r?\n[ \t]*)?$/.test(text.slice(end, first));
    if (!isAttached || !/(?:^|[\r\n])[ \t]*$/.test(text.slice(0, start))) break;
    first = start;
  }
  return text.slice(first, offset);
}
