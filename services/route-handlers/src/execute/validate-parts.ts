import { type ErrorResponse, errorResponse } from '../response.ts';
import { tellProblems } from '../schema/tell-problems.ts';
import type { Checked } from '../schema/validator.ts';
import type { ParsedBody } from './body/parse-body.ts';
import type { CompiledPart } from './compile-route.ts';
import type { Incoming } from './incoming.ts';
import type { Input } from './input.ts';
import { parseFields } from './parse-fields.ts';

type Refused = ErrorResponse | undefined;

/**
 * Puts each part, validated, into the input; 400 with the problems of all parts where there are any. A promise only
 * where a schema is asynchronous. Throws, or rejects, where a query or a path can't be read or a schema throws.
 */
export function validateParts(
  parts: readonly CompiledPart[],
  incoming: Incoming,
  body: ParsedBody,
  input: Input,
): Refused | Promise<Refused> {
  const problems: string[] = [];
  const take = ({ name }: CompiledPart, checked: Checked): void => {
    if (checked.ok) input[name] = checked.value;
    else for (const problem of checked.problems) problems.push(problem);
  };
  const validateFrom = (first: number): Refused | Promise<Refused> => {
    for (let index = first; index < parts.length; index++) {
      const part = parts[index];
      if (part === undefined) break;
      const checking = check(part, incoming, body);
      if (!('ok' in checking)) {
        return checking.then(checked => {
          take(part, checked);
          return validateFrom(index + 1);
        });
      }
      take(part, checking);
    }
    return problems.length > 0 ? errorResponse(400, tellProblems(problems)) : undefined;
  };
  return validateFrom(0);
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
