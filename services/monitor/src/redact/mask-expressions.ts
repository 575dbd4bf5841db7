import { expressionEnd } from '../template/parse.ts';

/**
 * A template with every `{{ }}` overwritten by as many letters, so that it can be searched for what stands
 * outside of them and the places found are those of the template.
 */
export function maskExpressions(template: string): string {
  let masked = '';
  let start = template.indexOf('{{');
  while (start !== -1) {
    const end = expressionEnd(template, start + 2);
    if (end === undefined) break;
    masked += template.slice(masked.length, start);
    masked += 'x'.repeat(end + 2 - start);
    start = template.indexOf('{{', end + 2);
  }
  return masked + template.slice(masked.length);
}
