import type {
  Class,
  Declaration as DeclarationNode,
  ExportNamedDeclaration,
  Function as FunctionNode,
  ImportAttribute,
  ImportDeclaration,
  ModuleExportName,
  Program,
  Span,
  VariableDeclaration,
  VariableDeclarator,
} from 'oxc-parser';
import { boundNames } from './pattern.ts';
import type { SlicedImport } from './route-folder.ts';

/** A declaration at a module's top; each declarator of `const a = 1, b = 2` is one. */
export type Declaration = (
  | {
      readonly kind: 'variable';
      readonly node: VariableDeclaration;
      readonly declarator: VariableDeclarator;
    }
  | { readonly kind: 'function' | 'class' | 'enum' | 'type' | 'other'; readonly node: NamedNode }
) & {
  /** What it stands in, `export` and comments before it included. */
  readonly statement: Span;
  readonly isAmbient: boolean;
};

export type NamedNode = Exclude<DeclarationNode, VariableDeclaration> | FunctionNode | Class;

/** An import's binding, and where it stands. */
export interface ImportBinding extends SlicedImport {
  readonly start: number;
}

/** One name that a module exports. */
interface ModuleExport {
  readonly name: string;
  readonly start: number;
  readonly isType: boolean;
  /** The name it has inside; undefined where it has none, or comes from another module. */
  readonly local?: string;
  readonly from?: ImportBinding;
}

/** What stands at the top of a module: what its names are bound to, and what it exports. */
export interface TopLevel {
  readonly imports: ReadonlyMap<string, ImportBinding>;
  readonly declarations: ReadonlyMap<string, readonly Declaration[]>;
  readonly exports: readonly ModuleExport[];
  /** `export * from` each of these. */
  readonly stars: readonly { readonly source: string; readonly start: number }[];
}

export function readTopLevel(program: Program): TopLevel {
  const imports = new Map<string, ImportBinding>();
  const declarations = new Map<string, Declaration[]>();
  const exports: ModuleExport[] = [];
  const stars: { source: string; start: number }[] = [];
  const declare = (node: DeclarationNode | FunctionNode | Class, statement: Span) => {
    const declared = declarationsOf(node, statement);
    for (const [name, declaration] of declared) {
      declarations.set(name, [...(declarations.get(name) ?? []), declaration]);
    }
    return declared;
  };
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      for (const binding of importsOf(statement)) imports.set(binding.local, binding);
    } else if (statement.type === 'ExportAllDeclaration') {
      if (statement.exportKind === 'type') continue;
      if (statement.exported === null) {
        stars.push({ source: statement.source.value, start: statement.start });
      } else {
        const name = nameOf(statement.exported);
        const from = reExport(statement.source.value, '*', name, statement);
        exports.push({ name, start: statement.exported.start, isType: false, from });
      }
    } else if (statement.type === 'ExportDefaultDeclaration') {
      const { declaration, start } = statement;
      const named = isNamed(declaration) ? declare(declaration, statement)[0]?.[0] : undefined;
      const local = declaration.type === 'Identifier' ? declaration.name : named;
      exports.push({ name: 'default', start, isType: false, ...(local && { local }) });
    } else if (statement.type === 'ExportNamedDeclaration') {
      const { declaration } = statement;
      exports.push(...specifiedBy(statement));
      if (declaration === null) continue;
      const isType = isTypeOnly(declaration);
      for (const [name, declared] of declare(declaration, statement)) {
        exports.push({ name, local: name, start: startOf(declared), isType });
      }
    } else if (isDeclaration(statement)) {
      declare(statement, statement);
    }
  }
  return { imports, declarations, exports, stars };
}

/** Where a declaration begins, without `export` and the declarators before it. */
export const startOf = (declaration: Declaration): number =>
  declaration.kind === 'variable' ? declaration.declarator.start : declaration.node.start;

/** What a binding's declaration gives: values, types, or both. */
export function means({ kind }: Declaration): { value: boolean; type: boolean } {
  return { value: kind !== 'type', type: kind !== 'variable' && kind !== 'function' };
}

function declarationsOf(
  node: DeclarationNode | FunctionNode | Class,
  statement: Span,
): [string, Declaration][] {
  const isAmbient = 'declare' in node && node.declare === true;
  if (node.type === 'VariableDeclaration') {
    return node.declarations.flatMap(declarator => {
      const declaration = { kind: 'variable', node, declarator, statement, isAmbient } as const;
      return boundNames(declarator.id).map((name): [string, Declaration] => [name, declaration]);
    });
  }
  if (node.id?.type !== 'Identifier') return [];
  return [[node.id.name, { kind: kindOf(node), node, statement, isAmbient }]];
}

function kindOf(node: NamedNode): 'function' | 'class' | 'enum' | 'type' | 'other' {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
      return 'function';
    case 'ClassDeclaration':
      return 'class';
    case 'TSEnumDeclaration':
      return 'enum';
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
      return 'type';
    default:
      return 'other';
  }
}

const declarationTypes: ReadonlySet<string> = new Set([
  'VariableDeclaration',
  'FunctionDeclaration',
  'TSDeclareFunction',
  'ClassDeclaration',
  'TSEnumDeclaration',
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
  'TSModuleDeclaration',
  'TSImportEqualsDeclaration',
]);

const isDeclaration = (node: Program['body'][number]): node is DeclarationNode & typeof node =>
  declarationTypes.has(node.type);

const isNamed = (node: { readonly type: string }): node is FunctionNode | Class =>
  node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration';

// an overload's signature counts no more than a type: the function itself follows
const isTypeOnly = (node: DeclarationNode): boolean =>
  ('declare' in node && node.declare === true) ||
  node.type === 'TSDeclareFunction' ||
  node.type === 'TSTypeAliasDeclaration' ||
  node.type === 'TSInterfaceDeclaration';

function importsOf(statement: ImportDeclaration): ImportBinding[] {
  const { source, attributes } = statement;
  return statement.specifiers.map(specifier => {
    const isNamedOne = specifier.type === 'ImportSpecifier';
    const plain = specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*';
    return {
      source: source.value,
      imported: isNamedOne ? nameOf(specifier.imported) : plain,
      local: specifier.local.name,
      isType: statement.importKind === 'type' || (isNamedOne && specifier.importKind === 'type'),
      attributes: attributesText(attributes),
      start: specifier.start,
    };
  });
}

function specifiedBy(statement: ExportNamedDeclaration): ModuleExport[] {
  return statement.specifiers.map(({ local, exported, exportKind, start }) => {
    const name = nameOf(exported);
    const isType = statement.exportKind === 'type' || exportKind === 'type';
    if (statement.source === null) return { name, start, isType, local: nameOf(local) };
    const from = reExport(statement.source.value, nameOf(local), name, statement);
    return { name, start, isType, from };
  });
}

function reExport(
  source: string,
  imported: string,
  local: string,
  { attributes, start }: { attributes: readonly ImportAttribute[]; start: number },
): ImportBinding {
  return {
    source,
    imported,
    local,
    isType: false,
    attributes: attributesText(attributes),
    start,
  };
}

function attributesText(attributes: readonly ImportAttribute[]): string {
  if (attributes.length === 0) return '';
  const texts = attributes.map(({ key, value }) => {
    const name = key.type === 'Literal' ? JSON.stringify(key.value) : key.name;
    return `${name}: '${value.value.replaceAll(/['\\]/g, '\\$&')}'`;
  });
  return ` with { ${texts.join(', ')} }`;
}

const nameOf = (name: ModuleExportName): string =>
  name.type === 'Literal' ? name.value : name.name;
