import { relative } from 'node:path';
import { styleText } from 'node:util';
import type { Generated } from './generate.ts';
import { type Problem, problemTable } from './problem.ts';

export interface Surroundings {
  /** The folder that paths are told from. */
  readonly cwd: string;
  /** Where it is written: coloured only if that is a terminal. */
  readonly stream: NodeJS.WritableStream;
}

/** `12 routes: 3 files written, 33 unchanged, 1 removed`. */
export function summary({ routes, missing, stale, unchanged, removed }: Generated): string {
  const written = counted(missing.length + stale.length, 'file');
  return `${counted(routes, 'route')}: ${written} written, ${unchanged} unchanged, ${removed.length} removed\n`;
}

/** What a check found to be out of date, a line each, and how much of all that is. */
export function checkSummary(checked: Generated, cwd: string): string {
  const { routes, missing, stale, removed, unchanged, ignoreFile } = checked;
  const lines = [
    ...missing.map(file => ({ file, state: 'missing' })),
    ...stale.map(file => ({ file, state: 'stale' })),
    ...removed.map(file => ({ file, state: 'left over' })),
    ...(ignoreFile === undefined ? [] : [{ file: ignoreFile, state: 'stale' }]),
  ].map(({ file, state }) => `${shown(file, cwd)} is ${state}\n`);
  const total = `${counted(routes, 'route')}: ${counted(lines.length, 'file')} out of date, ${unchanged} up to date\n`;
  return `${lines.sort().join('')}${total}`;
}

/** Each problem with what to do about it, by file and place. */
export function problemReport(problems: readonly Problem[], surroundings: Surroundings): string {
  return problems
    .toSorted(
      (first, second) =>
        compare(first.file, second.file) ||
        first.line - second.line ||
        first.column - second.column,
    )
    .map(problem => describe(problem, surroundings))
    .join('');
}

function describe(
  { code, severity, file, line, column, reason }: Problem,
  { cwd, stream }: Surroundings,
): string {
  const style = severity === 'error' ? 'red' : 'yellow';
  const told = styleText(style, severity, { stream });
  const place = `${shown(file, cwd)}:${line}:${column}`;
  return `${place} ${told}: ${printable(reason)}\n  ${problemTable[code]}\n`;
}

function shown(file: string, cwd: string): string {
  return printable(relative(cwd, file) || '.');
}

/** Names of files may hold what would steer a terminal. */
const printable = (text: string): string =>
  text.replace(/\p{Cc}/gu, character => JSON.stringify(character).slice(1, -1));

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

const compare = (first: string, second: string): number =>
  first < second ? -1 : Number(first > second);
