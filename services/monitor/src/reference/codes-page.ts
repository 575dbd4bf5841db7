import { type CodeRow, codes } from '../protocol/codes.ts';
import { code, table } from './markdown.ts';

const rows: [string, CodeRow][] = Object.entries(codes);

/** The table of the codes that stand for what kept a target from answering. */
export const codesPage = [
  '# Response codes',
  [
    'Where nothing answered, `response.status` is one of these codes instead of an HTTP status, and `response.statusText` says why.',
    'They can be used in assertions like any other: `response.status == 2`. Of a check that is not HTTP, `response.status` is 200 when it succeeds.',
  ].join(' '),
  'Codes 100 to 598 are answers. Without one, an alert that is not true is unknown rather than a success, and where none is true the built-in alert `unreachable` is: see [Assertions](assertions.md#unknown).',
  table(
    ['Code', 'Meaning', 'When it arises'],
    rows.map(([number, { meaning, arises }]) => [code(number), meaning, arises]),
  ),
].join('\n\n');
