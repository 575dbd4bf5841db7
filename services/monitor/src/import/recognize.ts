import { memberOf } from '../probe/record.ts';

/** What a parsed file is, in words, where it is one that people mistake for another; undefined where it is not known. */
export function recognize(value: unknown): string | undefined {
  if (Array.isArray(memberOf(memberOf(value, 'log'), 'entries'))) return 'a HAR file';
  if (memberOf(value, '_postman_variable_scope') !== undefined) return 'a Postman environment';
  if (Array.isArray(memberOf(value, 'item')) && memberOf(value, 'info') !== undefined) {
    return 'a Postman collection';
  }
  if (Array.isArray(memberOf(value, 'requests')) && memberOf(value, 'order') !== undefined) {
    return 'a Postman collection of version 1';
  }
  if (memberOf(value, '_type') === 'export' || memberOf(value, '__export_format') !== undefined) {
    return 'an Insomnia export';
  }
  if (/^(?:collection|spec)\.insomnia\.rest\//.test(String(memberOf(value, 'type')))) {
    return 'an Insomnia export of version 5';
  }
  if (memberOf(value, 'openapi') !== undefined || memberOf(value, 'swagger') !== undefined) {
    return 'an OpenAPI document';
  }
  return memberOf(value, 'probes') === undefined ? undefined : 'a config file of Picket';
}
