import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createProject } from '../../fixtures/project.ts';
import { readRoutes } from './read-routes.ts';

/** One declaration of a random module; its value tells its number and what it is made of. */
interface Part {
  readonly form: 'const' | 'function' | 'class';
  /** How `const`s that follow each other stand together. */
  readonly group: 'apart' | 'declarators' | 'object' | 'array';
  /** Numbers of parts before it. */
  readonly uses: readonly number[];
  /** Numbers of parts that it names without meaning them. */
  readonly decoys: readonly number[];
  readonly isExported: boolean;
}

const numbers = fc.uniqueArray(fc.nat(11), { maxLength: 3 });
const modules = fc.record({
  parts: fc.array(
    fc.record<Part>({
      form: fc.constantFrom('const', 'const', 'const', 'function', 'class'),
      group: fc.constantFrom('apart', 'declarators', 'object', 'array'),
      uses: numbers,
      decoys: numbers,
      isExported: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  response: numbers,
  handler: numbers,
  user: numbers,
});

it('evaluates to the schema of the whole module, and holds what the schema reaches and nothing else', async () => {
  await using project = await createProject({});
  await fc.assert(
    fc.asyncProperty(modules, async ({ parts, response, handler, user }) => {
      const refer = (uses: readonly number[]) => uses.filter(n => n < parts.length);
      const text = [
        ...declarationsOf(parts),
        `export const requestValidator = createRequestValidator({ user: () => ['secret', ${refersTo(parts, refer(user))}] });`,
        `export const handler = async () => ['secret', ${refersTo(parts, refer(handler))}];`,
        `export const responseValidator = ['part response', ${refersTo(parts, refer(response))}];`,
      ].join('\n');
      await project.write('route.get.config.ts', text);
      const { routes, problems } = await readRoutes(project.folder);
      expect(problems).toEqual([]);
      const slice = routes[0]?.methods[0]?.response;
      const cut = slice?.statements.join('\n') ?? '';

      const whole = `${text.replaceAll(/^export /gm, '')}\nreturn responseValidator;`;
      const schemaOf = (code: string): unknown =>
        runInNewContext(`JSON.stringify((() => {
          const createRequestValidator = options => options;
          ${code}
        })())`);
      expect(schemaOf(`${cut}\nreturn ${slice?.result};`)).toBe(schemaOf(whole));

      const reached = reachedBy(parts, refer(response));
      const held = Array.from(cut.matchAll(/'part (\d+)'/g), ([, number]) => Number(number));
      expect(held.sort((a, b) => a - b)).toEqual([...reached].sort((a, b) => a - b));
      const bound = cut.match(/(?<!\w)n\d+(?= =|\(\) \{| \{)/g) ?? [];
      expect(new Set(bound).size).toBe(reached.size);
      expect(cut).not.toContain('secret');
    }),
    { numRuns: 100 },
  );
});

function declarationsOf(parts: readonly Part[]): string[] {
  const statements: string[] = [];
  let start = 0;
  while (start < parts.length) {
    const first = parts[start];
    if (first === undefined) break;
    let end = start + 1;
    const isGroup = first.form === 'const' && first.group !== 'apart';
    while (isGroup && parts[end]?.form === 'const' && end - start < 3) end++;
    statements.push(`${first.isExported ? 'export ' : ''}${statementOf(parts, start, end)}`);
    start = end;
  }
  return statements;
}

function statementOf(parts: readonly Part[], start: number, end: number): string {
  const { form, group } = parts[start] ?? { form: 'const', group: 'apart' };
  if (form === 'function') return `function n${start}() { return ${textOf(parts, start)}; }`;
  if (form === 'class') return `class n${start} { static value = ${textOf(parts, start)}; }`;
  const bindings = Array.from(
    { length: end - start },
    (_, n) => `n${start + n} = ${textOf(parts, start + n)}`,
  );
  if (group === 'object') return `const { ${bindings.join(', ')} } = {};`;
  return group === 'array'
    ? `const [${bindings.join(', ')}] = [];`
    : `const ${bindings.join(', ')};`;
}

function textOf(parts: readonly Part[], n: number): string {
  const uses = usesOf(parts, n);
  const decoys = parts[n]?.decoys ?? [];
  const misleading = decoys.map(
    d => `((n${d}) => ({ n${d}: n${d}.n${d} ?? 'n${d}' /* n${d} */ }))({})`,
  );
  return `['part ${n}', ${refersTo(parts, uses)}${misleading.join(', ')}]`;
}

const usesOf = (parts: readonly Part[], n: number): number[] =>
  (parts[n]?.uses ?? []).filter(use => use < n);

function refersTo(parts: readonly Part[], uses: readonly number[]): string {
  const forms = { const: '', function: '()', class: '.value' };
  return uses
    .map((use, n) => {
      const reference = `n${use}${forms[parts[use]?.form ?? 'const']}`;
      return `${[reference, `{ a: ${reference} }`, `(() => \`\${${reference}}\`)()`][n]}, `;
    })
    .join('');
}

function reachedBy(parts: readonly Part[], from: readonly number[]): ReadonlySet<number> {
  const reached = new Set<number>();
  const follow = (n: number): void => {
    if (reached.has(n)) return;
    reached.add(n);
    usesOf(parts, n).forEach(follow);
  };
  from.forEach(follow);
  return reached;
}
