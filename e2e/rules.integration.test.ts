import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readRules, rulesFile } from './observability/rules.ts';

/** Cases of `promtool test rules`. */
interface CaseFile {
  readonly tests: readonly {
    readonly alert_rule_test?: readonly {
      readonly alertname: string;
      readonly exp_alerts: readonly object[];
    }[];
    readonly promql_expr_test?: readonly {
      readonly expr: string;
      readonly exp_samples: readonly object[];
    }[];
  }[];
}

const folder = fileURLToPath(new URL('observability/rule-cases', import.meta.url));
const files = (await readdir(folder)).sort();
const { groups } = await readRules();
const rules = groups.flatMap(group => group.rules);
const alerts = rules.flatMap(({ alert }) => alert ?? []);
const recordings = rules.flatMap(({ record }) => record ?? []);

async function readCases(): Promise<readonly CaseFile[]> {
  return Promise.all(files.map(async file => parse(await readFile(join(folder, file), 'utf8'))));
}

/** Its words come with its exit code. */
const promtool = (...args: readonly string[]) =>
  execa('promtool', args, { cwd: folder, all: true, reject: false, timeout: 100_000 });

test('Prometheus takes the file as it is', async () => {
  const { all, exitCode } = await promtool('check', 'rules', '--lint-fatal', rulesFile);
  expect(all).toContain(`${rules.length} rules found`);
  expect(exitCode).toBe(0);
});

test.each(files)('rules do what the cases of %s say', async file => {
  const { all, exitCode } = await promtool('test', 'rules', file);
  expect(exitCode, all).toBe(0);
});

describe('there is a case', async () => {
  const tests = (await readCases()).flatMap(file => file.tests);

  test.each(alerts)('in which %s fires, and one in which it does not', alert => {
    const expected = tests
      .flatMap(({ alert_rule_test = [] }) => alert_rule_test)
      .filter(({ alertname }) => alertname === alert)
      .map(({ exp_alerts }) => exp_alerts.length);
    expect(expected).toContain(0);
    expect(Math.max(...expected)).toBeGreaterThan(0);
  });

  test.each(recordings)('of what %s records', recording => {
    const expected = tests
      .flatMap(({ promql_expr_test = [] }) => promql_expr_test)
      .filter(({ expr, exp_samples }) => expr.includes(recording) && exp_samples.length > 0);
    expect(expected).not.toEqual([]);
  });
});

describe('docs/dashboards.md', async () => {
  const page = await readFile(new URL('../docs/dashboards.md', import.meta.url), 'utf8');
  const anchors = Array.from(page.matchAll(/^### (.+)$/gm), ([, heading = '']) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  );

  test.each(rules.filter(({ alert }) => alert !== undefined))(
    'says what to do about $alert',
    ({ alert = '', annotations, labels }) => {
      const [file, anchor] = annotations?.runbook?.split('#') ?? [];
      expect(file).toBe('docs/dashboards.md');
      expect(anchors).toContain(anchor);
      expect(page).toContain(`| \`${alert}\` | ${labels?.severity} |`);
    },
  );

  test('names all that is recorded, and no alert that is not there', () => {
    for (const recording of recordings)
      expect(page).toContain(recording.replace(/:avg\w+$/, ':avg'));
    const named = Array.from(page.matchAll(/^\| `(Picket\w+)` \|/gm), ([, name]) => name);
    expect(named.sort()).toEqual([...alerts].sort());
  });
});
