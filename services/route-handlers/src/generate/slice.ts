import type { Program, VariableDeclarator } from 'oxc-parser';
import { freeNames } from './free-names.ts';
import type { ParsedModule } from './parse-module.ts';
import type { ResponseSlice, SlicedImport } from './route-folder.ts';

type Statement = Program['body'][number];

/** Cuts what the declaration of a name is made of out of a module. */
export function slice(module: ParsedModule, name: string): ResponseSlice {
  const { program, text } = module;
  const declared = new Map<string, { statement: Statement; text: string }>();
  const imported = new Map<string, SlicedImport>();
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      for (const specifier of statement.specifiers) {
        const named = specifier.type === 'ImportSpecifier' ? specifier.imported : undefined;
        imported.set(specifier.local.name, {
          source: statement.source.value,
          imported:
            named === undefined
              ? specifier.type === 'ImportDefaultSpecifier'
                ? 'default'
                : '*'
              : named.type === 'Literal'
                ? named.value
                : named.name,
          local: specifier.local.name,
          isType:
            statement.importKind === 'type' ||
            (specifier.type === 'ImportSpecifier' && specifier.importKind === 'type'),
          attributes: '',
        });
      }
    }
    const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (inner?.type === 'VariableDeclaration') {
      for (const declarator of inner.declarations) {
        if (declarator.id.type !== 'Identifier') continue;
        declared.set(declarator.id.name, {
          statement: { ...inner, declarations: [declarator] },
          text: `${inner.kind} ${textOf(text, declarator)};`,
        });
      }
    }
  }
  const statements = new Set<{ statement: Statement; text: string }>();
  const imports = new Set<SlicedImport>();
  const follow = (needed: string): void => {
    const bound = imported.get(needed);
    if (bound !== undefined) imports.add(bound);
    const declaration = declared.get(needed);
    if (declaration === undefined || statements.has(declaration)) return;
    statements.add(declaration);
    for (const free of freeNames(program, [declaration.statement])) follow(free.name);
  };
  follow(name);
  return {
    imports: [...imports],
    statements: [...statements]
      .sort((a, b) => a.statement.start - b.statement.start)
      .map(({ text }) => text),
    result: name,
  };
}

const textOf = (text: string, { start, end }: VariableDeclarator): string => text.slice(start, end);
