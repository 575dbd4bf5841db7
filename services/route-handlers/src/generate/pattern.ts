import type {
  ArrayPattern,
  BindingPattern,
  BindingProperty,
  BindingRestElement,
  ObjectPattern,
} from 'oxc-parser';

/** The names that a pattern binds. */
export function boundNames(pattern: BindingPattern | BindingRestElement): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    case 'RestElement':
      return boundNames(pattern.argument);
    case 'ArrayPattern':
      return pattern.elements.flatMap(element => (element ? boundNames(element) : []));
    case 'ObjectPattern':
      return pattern.properties.flatMap(property =>
        boundNames(property.type === 'Property' ? property.value : property),
      );
  }
}

/** A pattern that binds fewer names, and its text; the text is without its type annotation. */
export interface Pruned<Node = BindingPattern> {
  readonly node: Node;
  readonly text: string;
}

/**
 * Leaves the names out of a pattern that are not kept, in such a way that the others get the same values; undefined
 * where nothing is left. Names beside a kept `...rest` stay, since they decide what the rest is.
 */
export function prunePattern(
  pattern: BindingPattern,
  kept: ReadonlySet<string>,
  source: string,
): Pruned | undefined {
  switch (pattern.type) {
    case 'Identifier':
      return kept.has(pattern.name) ? { node: pattern, text: pattern.name } : undefined;
    case 'AssignmentPattern': {
      const left = prunePattern(pattern.left, kept, source);
      return (
        left && {
          node: { ...pattern, left: left.node },
          text: `${left.text} = ${source.slice(pattern.right.start, pattern.right.end)}`,
        }
      );
    }
    case 'ArrayPattern':
      return pruneArray(pattern, kept, source);
    case 'ObjectPattern':
      return pruneObject(pattern, kept, source);
  }
}

function pruneArray(
  pattern: ArrayPattern,
  kept: ReadonlySet<string>,
  source: string,
): Pruned | undefined {
  const elements = pattern.elements.map(element => {
    if (element === null) return undefined;
    return element.type === 'RestElement'
      ? pruneRest(element, kept, source)
      : prunePattern(element, kept, source);
  });
  const left = elements.slice(0, elements.findLastIndex(element => element !== undefined) + 1);
  if (left.length === 0) return undefined;
  return {
    node: { ...pattern, elements: left.map(element => element?.node ?? null) },
    text: `[${left.map(element => element?.text ?? '').join(', ')}]`,
  };
}

function pruneObject(
  pattern: ObjectPattern,
  kept: ReadonlySet<string>,
  source: string,
): Pruned | undefined {
  const rests = pattern.properties.filter(property => property.type === 'RestElement');
  const rest = rests.map(element => pruneRest(element, kept, source))[0];
  const properties = pattern.properties.flatMap(property => {
    if (property.type === 'RestElement') return rest ?? [];
    return pruneProperty(property, kept, source) ?? (rest ? emptied(property, source) : []);
  });
  if (properties.length === 0) return undefined;
  return {
    node: { ...pattern, properties: properties.map(({ node }) => node) },
    text: `{ ${properties.map(({ text }) => text).join(', ')} }`,
  };
}

function pruneRest(
  element: BindingRestElement,
  kept: ReadonlySet<string>,
  source: string,
): Pruned<BindingRestElement> | undefined {
  const argument = prunePattern(element.argument, kept, source);
  return argument && { node: { ...element, argument: argument.node }, text: `...${argument.text}` };
}

function pruneProperty(
  property: BindingProperty,
  kept: ReadonlySet<string>,
  source: string,
): Pruned<BindingProperty> | undefined {
  const value = prunePattern(property.value, kept, source);
  if (value === undefined) return undefined;
  const text = property.shorthand ? value.text : `${keyText(property, source)}: ${value.text}`;
  return { node: { ...property, value: value.node }, text };
}

/** A property that only keeps its key out of the rest; TypeScript lets its own name stand unused there. */
function emptied(property: BindingProperty, source: string): Pruned<BindingProperty> {
  const { value } = property;
  const target = value.type === 'AssignmentPattern' ? value.left : value;
  if (target.type === 'Identifier') {
    const text = property.shorthand ? target.name : `${keyText(property, source)}: ${target.name}`;
    return { node: { ...property, value: target }, text };
  }
  const node: ObjectPattern = {
    type: 'ObjectPattern',
    properties: [],
    start: target.start,
    end: target.end,
  };
  return {
    node: { ...property, value: node },
    text: `${keyText(property, source)}: {}`,
  };
}

function keyText({ key, computed }: BindingProperty, source: string): string {
  const text = source.slice(key.start, key.end);
  return computed ? `[${text}]` : text;
}
