import type { Problem } from '../../probe/problem.ts';
import { memberOf } from '../../probe/record.ts';
import type { Finding } from '../finding.ts';
import { ImportError } from '../import-error.ts';
import type { Importer } from '../importer.ts';
import { createBudget } from './budget.ts';
import { chainedReadings } from './chain.ts';
import { itemsOf } from './collection.ts';
import { type DraftedItem, draftOfItem } from './draft-of-item.ts';
import { createMarks } from './marks.ts';
import { readCollection } from './read-collection.ts';
import { complainTo, textOf } from './reading.ts';
import { variablesGiven } from './variables.ts';

/** Reads a collection of Postman, in format 2.0 or 2.1. */
export const importPostman: Importer = ({ text, variables, secretVariables = new Set() }) => {
  const collection = readCollection(text);
  const problems: Problem[] = [];
  const complain = complainTo(problems);
  const given = variablesGiven(variables, secretVariables);
  const { items, findings, scripts } = itemsOf(collection, [given], complain);
  const workshop = {
    marks: createMarks(),
    spend: createBudget(),
    scripted: new Set(scripts.flatMap(({ sets }) => sets)),
    chain: chainedReadings(items, scripts),
  };
  const drafted = items.map((item, index) => draftOfItem({ item, index }, workshop, complain));
  if (problems.length > 0) throw new ImportError(problems);
  const name = textOf(memberOf(memberOf(collection, 'info'), 'name')).trim();
  return {
    name: name === '' ? 'Postman collection' : name,
    drafts: drafted.map(({ draft }) => draft),
    findings: [...findings, ...unresolvedIn(drafted)],
  };
};

/** Each variable without a value once, where it is met first. */
function unresolvedIn(drafted: readonly DraftedItem[]): readonly Finding[] {
  const places = new Map<string, string>();
  for (const [name, source] of drafted.flatMap(({ unresolved }) => [...unresolved])) {
    if (!places.has(name)) places.set(name, source);
  }
  return [...places].map(([name, source]) => ({
    fate: 'changed',
    source,
    message: `the variable "${name}" has no value: give it one with --variables or in the env of the probe`,
  }));
}
