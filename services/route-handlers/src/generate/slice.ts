import type { Program, Span, VariableDeclaration } from 'oxc-parser';
import { changedObjects } from './changed-objects.ts';
import { freeNames, reassignments } from './free-names.ts';
import type { LoadedModule } from './load-module.ts';
import { problemAt } from './parse-module.ts';
import { prunePattern } from './pattern.ts';
import type { Problem } from './problem.ts';
import { refusedCode } from './refused-code.ts';
import type { ResponseSlice, SlicedImport } from './route-folder.ts';
import { type ServerExport, serverDeclarations } from './server-side.ts';
import { statementText } from './statement-text.ts';
import { type Declaration, type ImportBinding, means, startOf } from './top-level.ts';

/** What is to be cut out, and what must not come along. */
export interface SliceRequest {
  readonly module: LoadedModule;
  /** The schema's name in the module. */
  readonly local: string;
  /** Names of the module that only the server may hold. */
  readonly server: ReadonlyMap<ServerExport, string>;
  /** Whether the module lies in another folder than the slice will. */
  readonly isElsewhere: boolean;
  /** Why a binding can't be imported by a browser; undefined where it can. */
  refuseImport(binding: ImportBinding): string | undefined;
  /** A source as the slice's folder has to write it. */
  place(source: string): string;
}

export type Sliced = ResponseSlice | { readonly problems: readonly Problem[] };

/**
 * Cuts out of a module what a schema is made of: the declarations that it reaches by name, values and types, and
 * the imports these use.
 */
export function slice(request: SliceRequest): Sliced {
  const { module, local, place } = request;
  const reached = reach(request);
  if (reached.problems.length > 0) return { problems: reached.problems };
  const bindings = [...reached.imports].sort(([a], [b]) => a.start - b.start);
  const imports = bindings.map(([binding, asValue]): SlicedImport => {
    const { source, imported, local: name, isType, attributes } = binding;
    return {
      source: place(source),
      imported,
      local: name,
      isType: isType || !asValue,
      attributes,
    };
  });
  const statements = [...reached.declarations]
    .sort(([a], [b]) => startOf(a) - startOf(b))
    .map(([declaration, names]) => statementText(module, declaration, names));
  return { imports, statements, result: local };
}

interface Reached {
  /** With the names that are used of each. */
  readonly declarations: Map<Declaration, Set<string>>;
  /** With whether they are used as values. */
  readonly imports: Map<ImportBinding, boolean>;
  readonly problems: Problem[];
}

function reach(request: SliceRequest): Reached {
  const { module, local, server } = request;
  const reached: Reached = { declarations: new Map(), imports: new Map(), problems: [] };
  const held = serverDeclarations(module.top, server);
  const followed = new Set<string>();
  const refuse = (start: number, code: Problem['code'], reason: string) => {
    reached.problems.push(problemAt(module, start, code, `responseValidator ${reason}`));
  };
  const follow = (name: string, start: number, wanted: 'value' | 'type') => {
    const key = `${wanted} ${name}`;
    if (followed.has(key)) return;
    followed.add(key);
    const binding = module.top.imports.get(name);
    if (binding !== undefined) {
      const refused =
        wanted === 'value' && !binding.isType ? request.refuseImport(binding) : undefined;
      if (refused !== undefined) {
        refuse(start, 'server-schema', `depends on "${name}" of "${binding.source}", ${refused}`);
      }
      reached.imports.set(binding, wanted === 'value' || reached.imports.get(binding) === true);
      return;
    }
    for (const declaration of module.top.declarations.get(name) ?? []) {
      if (!means(declaration)[wanted]) continue;
      const role = held.get(declaration);
      if (role !== undefined) {
        refuse(start, 'server-schema', dependsOnServer(name, local, role, server));
        continue;
      }
      const names = (reached.declarations.get(declaration) ?? new Set()).add(name);
      reached.declarations.set(declaration, names);
      for (const free of freeNames(module.program, neededNode(module, declaration, names))) {
        if (free.asValue) follow(free.name, free.start, 'value');
        if (free.asType) follow(free.name, free.start, 'type');
      }
    }
  };
  follow(local, 0, 'value');
  for (const { start, reason } of unmovable(request, reached)) {
    refuse(start, 'unsliceable-schema', reason);
  }
  return reached;
}

function dependsOnServer(
  name: string,
  local: string,
  role: ServerExport,
  server: ReadonlyMap<ServerExport, string>,
): string {
  if (name === local) return `is made together with ${role}`;
  return server.get(role) === name
    ? `depends on ${role}`
    : `depends on "${name}", which holds code of ${role}`;
}

function unmovable(
  { module: { program, text }, isElsewhere }: SliceRequest,
  { declarations }: Reached,
): { start: number; reason: string }[] {
  const found: { start: number; reason: string }[] = [];
  const names = new Set<string>();
  let mayChange = false;
  for (const [declaration, used] of declarations) {
    for (const name of used) names.add(name);
    const { start } = declaration.node;
    const [name] = used;
    mayChange ||= declaration.kind === 'variable' && declaration.node.kind !== 'const';
    if (declaration.kind === 'other') {
      found.push({ start, reason: `depends on "${name}", a namespace or an import by require` });
    } else if (declaration.isAmbient) {
      found.push({ start, reason: `depends on "${name}", which is only declared here` });
    } else if (declaration.kind === 'variable' && declaration.node.kind.endsWith('using')) {
      found.push({ start, reason: `depends on "${name}", which is disposed of` });
    }
    const code = codeOf(declaration);
    // the text tells at once of nearly all that there is nothing to look for
    const isSuspect = /\b(?:await|import)\b/.test(text.slice(code.start, code.end));
    const refused = isSuspect ? refusedCode(code, isElsewhere) : undefined;
    if (refused)
      found.push({ start: refused.start, reason: `depends on ${refused.what}, in "${name}"` });
  }
  const changes = new Map(changedObjects(program));
  if (mayChange) {
    for (const [name, start] of reassignments(program)) changes.set(name, start);
  }
  for (const [name, start] of changes) {
    if (names.has(name))
      found.push({ start, reason: `depends on "${name}", which is changed here` });
  }
  return found;
}

function neededNode(
  { text }: LoadedModule,
  declaration: Declaration,
  names: ReadonlySet<string>,
): Program['body'][number] {
  if (declaration.kind !== 'variable') return declaration.node;
  const { node, declarator } = declaration;
  const id = prunePattern(declarator.id, names, text)?.node ?? declarator.id;
  const needed: VariableDeclaration = { ...node, declarations: [{ ...declarator, id }] };
  return needed;
}

const codeOf = (declaration: Declaration): Span =>
  declaration.kind === 'variable' ? declaration.declarator : declaration.node;
