import { PicketError } from '../errors.ts';
import type { Checked, Problem } from '../probe/problem.ts';
import { compileExpression } from './compile-expression.ts';
import { jsonText } from './json-text.ts';
import { type Mistake, type Part, parseTemplate } from './parse.ts';
import type { Readable } from './reference.ts';
import type { Scope } from './scope.ts';

export interface TemplateOptions extends Readable {
  /** Where the text stands in the configuration, for problems. */
  readonly path: string;
}

/** A parsed text. Rendering one without expressions returns the stored text. */
export type Template =
  | (Rendering & { readonly isStatic: true; readonly text: string })
  | (Rendering & { readonly isStatic: false });

interface Rendering {
  /** Indexes of the requests whose responses it reads. */
  readonly reads: ReadonlySet<number>;
  /**
   * The text with its expressions replaced, never escaped; objects and arrays as JSON.
   * Throws `PKT_TEMPLATE_MISSING` where a value is not there. In a message it stands empty instead,
   * because a message has to be sent whatever the response lacks.
   */
  render(scope: Scope): string;
  /** As `render`, but a text that is one expression and nothing else keeps the JSON type of its value. */
  value(scope: Scope): unknown;
}

/** Parses a text and checks its expressions; problems come all at once. */
export function compileTemplate(text: string, options: TemplateOptions): Checked<Template> {
  const pieces: Piece[] = [];
  const problems: Problem[] = [];
  for (const part of parseTemplate(text)) {
    const piece = compilePart(part, options);
    if (typeof piece === 'object' && 'message' in piece) {
      problems.push({ path: options.path, ...piece });
    } else {
      pieces.push(piece);
    }
  }
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: templateOf(pieces) };
}

/** An expression as the place it stands in wants it: never undefined. */
interface Slot {
  readonly reads?: number;
  valueIn(scope: Scope): unknown;
  textIn(scope: Scope): string;
}

type Piece = string | Slot;

function compilePart(part: Part, options: TemplateOptions): Piece | Mistake {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'mistake') return part.mistake;
  const reference = compileExpression(part.expression, options);
  if ('message' in reference) return reference;
  const ifMissing = options.allow === 'request' ? throwMissing(part.expression.source) : () => '';
  const valueIn = (scope: Scope) => {
    const value = reference.valueIn(scope);
    return value === undefined ? ifMissing() : value;
  };
  return {
    ...(reference.reads !== undefined && { reads: reference.reads }),
    valueIn,
    textIn: scope => jsonText(valueIn(scope)) ?? ifMissing(),
  };
}

function throwMissing(source: string): () => never {
  return () => {
    throw new PicketError('PKT_TEMPLATE_MISSING', `${source} is not there`);
  };
}

const noReads: ReadonlySet<number> = new Set();

/** Most templates read no response; those share one empty set, of which there would be thousands. */
export function readsOf(indexes: readonly number[]): ReadonlySet<number> {
  return indexes.length === 0 ? noReads : new Set(indexes);
}

function templateOf(pieces: readonly Piece[]): Template {
  const [only = '', ...others] = pieces;
  const reads = readsOf(
    pieces.flatMap(piece => (typeof piece === 'string' ? [] : (piece.reads ?? []))),
  );
  if (pieces.every(piece => typeof piece === 'string')) {
    const text = pieces.join('');
    return { isStatic: true, text, reads, render: () => text, value: () => text };
  }
  const render = (scope: Scope) =>
    pieces.map(piece => (typeof piece === 'string' ? piece : piece.textIn(scope))).join('');
  const value =
    others.length === 0 && typeof only === 'object'
      ? (scope: Scope) => only.valueIn(scope)
      : render;
  return { isStatic: false, reads, render, value };
}
