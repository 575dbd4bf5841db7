import { type ParsedModule, problemAt } from './parse-module.ts';
import type { Problem } from './problem.ts';
import type { ResponseSlice } from './route-folder.ts';
import { slice } from './slice.ts';

const required = ['requestValidator', 'responseValidator', 'handler'] as const;

export interface ReadConfig {
  readonly response?: ResponseSlice;
  readonly problems: readonly Problem[];
}

/** Reads what a config exports. */
export function readConfig(module: ParsedModule): ReadConfig {
  const names = new Set<string>();
  for (const statement of module.program.body) {
    if (statement.type !== 'ExportNamedDeclaration') continue;
    if (statement.declaration?.type !== 'VariableDeclaration') continue;
    for (const { id } of statement.declaration.declarations) {
      if (id.type === 'Identifier') names.add(id.name);
    }
  }
  const missing = required.filter(name => !names.has(name));
  if (missing.length === 0) {
    return { response: slice(module, 'responseValidator'), problems: [] };
  }
  return {
    problems: missing.map(name =>
      problemAt(module, 0, 'missing-export', `"${name}" is not exported`),
    ),
  };
}
