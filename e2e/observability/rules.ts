import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { chartFolder } from '../chart/fixtures/helm.ts';

/** As Prometheus reads it. */
interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

interface RuleFile {
  readonly groups: readonly {
    readonly name: string;
    readonly interval?: string;
    readonly rules: readonly Rule[];
  }[];
}

export const rulesFile = join(chartFolder, 'files', 'rules.yaml');

export async function readRules(): Promise<RuleFile> {
  return parse(await readFile(rulesFile, 'utf8'));
}

/** The same rules, all groups of which are evaluated as often as Prometheus does it by default. */
export function withoutIntervals({ groups }: RuleFile): RuleFile {
  return { groups: groups.map(({ name, rules }) => ({ name, rules })) };
}
