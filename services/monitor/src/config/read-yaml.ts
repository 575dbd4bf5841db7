import {
  type Document,
  LineCounter,
  type ParsedNode,
  parseAllDocuments,
  type YAMLError,
} from 'yaml';
import type { Problem } from '../probe/problem.ts';
import { excessOf, tooDeep } from './yaml-bounds.ts';
import { lineLookup } from './yaml-lines.ts';
import { checkShape } from './yaml-shape.ts';

/** A problem of the text itself, whose place is known; lines and columns count from 1. */
interface TextProblem extends Problem {
  readonly line: number;
  readonly column: number;
}

interface YamlDocument {
  readonly value: unknown;
  /** The line of the value at a path, else of the nearest value around it that is there. */
  readonly lineOf: (path: string) => number;
}

interface YamlReading {
  readonly documents: readonly YamlDocument[];
  readonly problems: readonly TextProblem[];
}

/** After the first mistakes a parser mostly reports their consequences. */
const maxSyntaxProblems = 20;

/**
 * Reads the documents of a YAML or JSON text, in time and memory bounded by its length. Where a document
 * can't be read there is none, only problems.
 */
export function readYaml(text: string): YamlReading {
  const lines = new LineCounter();
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const excess = excessOf(text);
  if (excess) {
    const { line, column } = placeIn(text, excess.offset);
    return { documents: [], problems: [{ path: '', message: excess.message, line, column }] };
  }
  const parsed = [...parseAllDocuments(text, { ...parseOptions, lineCounter: lines })];
  const syntax = parsed.flatMap(({ errors, warnings }) => [...errors, ...warnings]);
  if (syntax.length > 0) return { documents: [], problems: syntaxProblems(syntax, place) };
  const readings = parsed.map(document => readDocument(document, place));
  return {
    documents: readings.flatMap(({ document }) => document ?? []),
    problems: readings.flatMap(({ problems }) => problems),
  };
}

const parseOptions = {
  merge: true,
  stringKeys: true,
  // Tags such as !!set make values that JSON, and so a Kubernetes resource, can't hold.
  resolveKnownTags: false,
  // Ours is linear; theirs compares every key with every other.
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

type Place = (offset: number) => { line: number; column: number };

function syntaxProblems(errors: readonly YAMLError[], place: Place): TextProblem[] {
  // Mappings nested by indentation alone are found only when they meet the end of the parser's stack.
  const exhausted = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  if (exhausted) return [{ path: '', message: tooDeep, ...place(exhausted.pos[0]) }];
  return errors
    .slice(0, maxSyntaxProblems)
    .map(error => ({ path: '', message: wordingOf(error), ...place(error.pos[0]) }));
}

function wordingOf({ code, message }: YAMLError): string {
  return code === 'NON_STRING_KEY' ? 'the name of a field must be plain text' : message;
}

function readDocument(
  document: Document.Parsed<ParsedNode>,
  place: Place,
): { document?: YamlDocument; problems: TextProblem[] } {
  const shape = checkShape(document);
  const problems = shape.faults.map(({ path, message, offset }) => ({
    path,
    message,
    ...place(offset),
  }));
  if (!shape.isReadable) return { problems };
  // Aliases are bounded by the check of the shape, which counts what they stand for and not how many there are.
  const value: unknown = document.toJS({ maxAliasCount: -1 });
  const offsetOf = lineLookup(document, shape.targets);
  return { document: { value, lineOf: path => place(offsetOf(path)).line }, problems };
}

function placeIn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return {
    line: before.split('\n').length,
    column: offset - before.lastIndexOf('\n'),
  };
}
