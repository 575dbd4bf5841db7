import { isCredentialName } from '../credential-name.ts';
import type { Budget } from './budget.ts';
import { filtered } from './filters.ts';
import { type Filter, type Operand, parseOutput, parseTag } from './parse-expression.ts';
import { type Piece, parseTemplate } from './parse-template.ts';
import { joined, knownPartOf, type Parts, plainOf } from './parts.ts';
import { lookUp, type Scope } from './scope.ts';
import { evaluateTag } from './tags.ts';
import { quoted, Telling } from './telling.ts';

/** Variables in each other; Insomnia itself stops after three. */
const mostLevels = 50;

/** What a template, and a reference in it, cost beside characters. */
const perTemplate = 32;
const perReference = 64;

interface RenderingOptions {
  /** Values that win over those of the file, by name: `auth.token` for a value in a mapping. */
  readonly variables: ReadonlyMap<string, string>;
  /** Names of those that are secret, whatever they are called. */
  readonly secretVariables: ReadonlySet<string>;
  readonly budget: Budget;
  nameOfRequest(id: string): string | undefined;
  /** Told of each variable without a value, as often as it is read. */
  onMissing(variable: string): void;
}

/** Fills in the templates of a file. */
export interface Rendering {
  render(template: string, scope: Scope | undefined, telling: Telling): Parts;
}

/** A variable whose value is being rendered, and the one that asked for it. */
interface Frame {
  readonly name: string;
  readonly scope: Scope;
  readonly level: number;
  readonly outer?: Frame;
}

interface Context {
  /** Where variables are looked for. */
  readonly scope: Scope | undefined;
  readonly telling: Telling;
  readonly frame?: Frame;
}

interface Remembered {
  readonly parts: Parts;
  readonly telling: Telling;
}

export function createRendering(options: RenderingOptions): Rendering {
  const { variables, secretVariables, budget, onMissing } = options;
  const memory = new Map<Scope, Map<Scope, Map<string, Remembered>>>();

  function render(template: string, context: Context): Parts {
    budget.spend(template.length + perTemplate);
    const lists = parseTemplate(template).map(piece => pieceOf(piece, context));
    for (const parts of lists) {
      for (const part of parts) budget.spend(typeof part === 'string' ? part.length : perReference);
    }
    return joined(lists);
  }

  function pieceOf(piece: Piece, context: Context): Parts {
    switch (piece.kind) {
      case 'text':
        return [piece.text];
      case 'output':
        return outputOf(piece.source, context);
      case 'tag':
        return tagOf(piece.source, context);
      case 'broken':
        context.telling.tell('incomplete', 'it holds a template that is not closed');
        return [piece.text];
    }
  }

  function outputOf(source: string, context: Context): Parts {
    const output = parseOutput(source);
    if (!output) return beyond('an expression', context);
    const { operand, filters } = output;
    const [first, ...others] = filters;
    const isDefault = first?.name === 'default' || first?.name === 'd';
    if (first && isDefault && operand.kind === 'variable') {
      const isThere = variables.has(operand.path.join('.')) || isFound(operand.path, context);
      const value = isThere ? operand : first.args[0];
      return value
        ? filteredBy(others, operandOf(value, context), context)
        : beyond('a filter', context);
    }
    return filteredBy(filters, operandOf(operand, context), context);
  }

  function filteredBy(filters: readonly Filter[], parts: Parts, context: Context): Parts {
    return filters.reduce<Parts>((text, { name, args }) => {
      budget.spend(knownPartOf(text).length + perTemplate);
      const words = args.map(arg => plainOf(operandOf(arg, context)));
      const isKnown = words.every(word => word !== undefined);
      return (
        (isKnown && filtered(text, name, words)) || beyond(`the filter ${quoted(name)}`, context)
      );
    }, parts);
  }

  function tagOf(source: string, context: Context): Parts {
    const tag = parseTag(source);
    const args = 'args' in tag ? tag.args.map(arg => operandOf(arg, context)) : undefined;
    return evaluateTag(tag.name, args, { telling: context.telling, ...options });
  }

  function operandOf(operand: Operand, context: Context): Parts {
    if (operand.kind === 'literal') return [operand.value === null ? '' : String(operand.value)];
    return variableOf(operand.path, context);
  }

  function isFound(path: readonly string[], { scope }: Context): boolean {
    return lookUp(scope, path, () => budget.spend(1)) !== undefined;
  }

  function variableOf(path: readonly [string, ...string[]], context: Context): Parts {
    const name = path.join('.');
    const { frame, telling } = context;
    telling.use(path[0]);
    // A variable may hold the one of its own name that is around it.
    const isSelf = frame?.name === name;
    const found = lookUp(isSelf ? frame.scope.outer : context.scope, path, () => budget.spend(1));
    const isSecret =
      isCredentialName(name) ||
      path[0] === 'vault' ||
      secretVariables.has(name) ||
      found?.scope.isPrivate === true;
    const given = variables.get(name);
    if (given !== undefined) {
      budget.spend(given.length);
      return isSecret ? [{ kind: 'value', name, value: given, isSecret }] : [given];
    }
    if (!found) {
      if (isSelf) telling.tell('incomplete', `the variable ${quoted(name)} holds itself`);
      else onMissing(name);
      return [{ kind: 'value', name, isSecret }];
    }
    const parts = writtenValue(found.value, name, found.scope, context);
    if (!parts) {
      telling.tell('incomplete', `the variable ${quoted(name)} is no text`);
      return [{ kind: 'value', name, isSecret }];
    }
    const plain = isSecret ? plainOf(parts) : undefined;
    return plain === undefined ? parts : [{ kind: 'value', name, value: plain, isSecret }];
  }

  function writtenValue(
    value: unknown,
    name: string,
    found: Scope,
    context: Context,
  ): Parts | undefined {
    if (value === null) return [''];
    if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
    if (Array.isArray(value) && value.every(item => typeof item !== 'object')) {
      return [value.join(',')];
    }
    return typeof value === 'string' ? nested(value, name, found, context) : undefined;
  }

  /** The value of a variable, which may be a template; the same in a scope however often it is asked for. */
  function nested(template: string, name: string, found: Scope, context: Context): Parts {
    const { frame, telling } = context;
    const start = context.scope ?? found;
    const byFound = memory.get(start) ?? new Map<Scope, Map<string, Remembered>>();
    memory.set(start, byFound);
    const byName = byFound.get(found) ?? new Map<string, Remembered>();
    byFound.set(found, byName);
    const known = byName.get(name);
    if (known) {
      budget.spend(known.telling.size);
      telling.takeOver(known.telling);
      return known.parts;
    }
    const why = unending({
      name,
      scope: found,
      level: (frame?.level ?? 0) + 1,
      ...(frame && { outer: frame }),
    });
    if (typeof why === 'string') {
      telling.tell('incomplete', why);
      return [{ kind: 'value', name, isSecret: isCredentialName(name) }];
    }
    const own = new Telling();
    const parts = render(template, { scope: context.scope, telling: own, frame: why });
    byName.set(name, { parts, telling: own });
    budget.spend(own.size);
    telling.takeOver(own);
    return parts;
  }

  function beyond(what: string, { telling }: Context): Parts {
    telling.tell('incomplete', `${what} of a template is more than Picket can work out`);
    return [{ kind: 'value', name: 'template', isSecret: false }];
  }

  return { render: (template, scope, telling) => render(template, { scope, telling }) };
}

/** The frame, unless it is in itself or too deep: why not, for people. */
function unending(frame: Frame): Frame | string {
  const { name, scope, level } = frame;
  if (level > mostLevels)
    return `the variable ${quoted(name)} is more than ${mostLevels} levels deep`;
  for (let outer = frame.outer; outer; outer = outer.outer) {
    if (outer.name === name && outer.scope === scope) {
      return `the variable ${quoted(name)} holds itself`;
    }
  }
  return frame;
}
