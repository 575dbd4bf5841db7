import { isPostgresUrl } from '../history/place.ts';
import { HistorySection, historyDefaults } from '../history/schema.ts';
import { at, type Checked, type Problem } from '../probe/problem.ts';
import { isRecord } from '../probe/record.ts';
import { validate } from '../probe/validate.ts';
import type { Environment } from '../template/environment.ts';
import { render } from './check-notification.ts';
import type { Placed } from './parts.ts';

/**
 * What is said of the history with its texts rendered. What is wrong with the form of the value is told with the
 * document it stands in, and left out here. No problem repeats the url, which may hold a password.
 */
export function checkHistory(
  { path, value }: Placed<unknown>,
  environment: Environment,
): Checked<HistorySection> {
  if (!isRecord(value)) return { ok: false, problems: [] };
  const rendered = render(value, path, environment);
  if (!rendered.ok) return rendered;
  const form = validate(HistorySection, value);
  if (!form.ok) return { ok: false, problems: [] };
  const section = validate(HistorySection, rendered.value, path);
  if (!section.ok) return section;
  const problems = [...urlProblems(section.value, path), ...keepingProblems(section.value, path)];
  return problems.length > 0 ? { ok: false, problems } : section;
}

function urlProblems({ url }: HistorySection, path: string): Problem[] {
  if (url === undefined || (isPostgresUrl(url) && URL.canParse(url))) return [];
  return [
    {
      path: at(path, 'url'),
      message: 'is not the url of a PostgreSQL database',
      hint: 'write postgres://USER:PASSWORD@HOST:PORT/DATABASE, with special characters of the password as %40 and the like',
    },
  ];
}

function keepingProblems(
  { keepResults = historyDefaults.keepResults, keepBodies }: HistorySection,
  path: string,
) {
  if (keepBodies === undefined || keepBodies <= keepResults) return [];
  return [
    {
      path: at(path, 'keepBodies'),
      message: `must not be more than keepResults, which is ${keepResults}: a body goes with its result`,
    },
  ];
}
