import { expect, it } from 'vitest';
import { linesInStrings } from './lines-in-strings.ts';

it.each([
  ['const a = 1;\nconst b = 2;', []],
  ['const a = `\n`;\nconst b = 1;', [1]],
  [`const a = \`a\n  b \${\n  c\n} d\ne\`;\nconst b = \`f\`;`, [1, 4]],
  [`const a = \`\${\`\n\`}\n\` + \`x\`;`, [1, 2]],
  ["const a = 'a \\\n b';\nconst b = '`\\n';", [1]],
  ['/* `\n` */ // `\nconst a = /`/;', []],
  [`type A = \`a\n\${string}\`;`, [1]],
])('%j', (code, lines) => {
  expect([...linesInStrings(code)].sort()).toEqual(lines);
});
