import { type ErrorResponse, errorResponse } from '../response.ts';
import type { Checked } from '../schema/validator.ts';
import type { ParsedBody } from './body/parse-body.ts';
import type { CompiledPart } from './compile-route.ts';
import type { Incoming } from './incoming.ts';
import type { Input } from './input.ts';
import { parseFields } from './parse-fields.ts';
import { tellProblems } from './tell-problems.ts';
import { unreadable } from './unreadable.ts';

/**
 * Puts each part, validated, into the input. 400 with the problems of all parts where there are any, or without a
 * reason where a query or a path can't be read or a schema throws.
 */
export async function validateParts(
  parts: readonly CompiledPart[],
  incoming: Incoming,
  body: ParsedBody,
  input: Input,
): Promise<ErrorResponse | undefined> {
  const problems: string[] = [];
  try {
    for (const part of parts) {
      const checking = check(part, incoming, body);
      const checked = 'ok' in checking ? checking : await checking;
      if (checked.ok) input[part.name] = checked.value;
      else for (const problem of checked.problems) problems.push(problem);
    }
  } catch (error) {
    return unreadable(error, incoming);
  }
  return problems.length > 0 ? errorResponse(400, tellProblems(problems)) : undefined;
}

function check(
  { name, validator }: CompiledPart,
  incoming: Incoming,
  body: ParsedBody,
): Checked | Promise<Checked> {
  switch (name) {
    case 'params':
      return validator.check(incoming.params(), 'text');
    case 'searchParams':
      return validator.check(parseFields(incoming.query()), 'text');
    case 'headers':
      return validator.check(incoming.headers(), 'text');
    case 'body':
      return validator.check(body.value, body.from);
  }
}
