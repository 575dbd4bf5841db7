import { readFileSync } from 'node:fs';
import ignore, { type Ignore } from 'ignore';
import { generatedPath } from './ignore-line.ts';

/**
 * What people wrote into a .gitignore: lines that the generator wrote there, thousands in a large application, are
 * left out, as each would be matched against each path.
 */
export function readIgnoreRules(file: string): Ignore {
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  const rules = lines.filter(line => generatedPath(line) === undefined);
  return ignore({ ignorecase: false }).add(rules);
}
