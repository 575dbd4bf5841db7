import { jsonOf } from './json-text.ts';
import type { Marked } from './marks.ts';
import { type Complain, objectAt } from './reading.ts';
import type { Resolver } from './resolver.ts';

/** A GraphQL request as the JSON that Postman makes of it; undefined where there is none. */
export function graphqlBody(
  value: unknown,
  resolver: Resolver,
  source: string,
  complain: Complain,
): Marked | undefined {
  const content = objectAt(value, source, complain);
  if (content === undefined) return undefined;
  const { query, operationName, variables } = content;
  const isText = typeof variables === 'string';
  const written = (each: unknown) => (isText ? typeof each === 'string' : each !== undefined);
  const members = [
    ...(written(query) ? [`"query":${jsonOf(query, resolver, source)}`] : []),
    ...(written(operationName)
      ? [`"operationName":${jsonOf(operationName, resolver, source)}`]
      : []),
    ...variablesOf(variables, resolver, source),
  ];
  return `{${members.join(',')}}`;
}

/** Variables in a text are JSON already; an empty text is left out. */
function variablesOf(variables: unknown, resolver: Resolver, source: string): Marked[] {
  if (variables === undefined) return [];
  const json =
    typeof variables === 'string'
      ? resolver.resolve(variables, source)
      : jsonOf(variables, resolver, source);
  return json === '' ? [] : [`"variables":${json}`];
}
