import { databases, kinds } from '@picket/monitor';
import type { Extension, Validation } from './structural-schema.ts';

const checksSomething: Validation = {
  rule: kinds.map(kind => `has(self.${kind})`).join(' || '),
  message: `checks nothing: give at least one of ${kinds.join(', ')}`,
  reason: 'FieldValueRequired',
};

/** The white space before an expression is JavaScript's, of which RE2's own `\s` is but a part. */
const hasHttpUrl: Validation = {
  rule: String.raw`(has(self.ping) && self.ping) || self.url.matches(r'^([hH][tT][tT][pP][sS]?://|[\t-\r\pZ\x{feff}]*\{\{)')`,
  message:
    'must begin with http:// or https://; other targets have their own kinds: ping, socket and the databases',
  fieldPath: '.url',
};

const areHeaders = areNamed(
  String.raw`r"^[!#$%&'*+.^${'`'}|~\w-]{1,256}$"`,
  'is not the name of an HTTP header',
);

const areLabels = areNamed(
  String.raw`r'^[a-zA-Z_]\w{0,63}$'`,
  'is not the name of a label: letters, digits and _, at most 64, no digit first',
);

const hasAddress: Validation = {
  rule: 'has(self.host) || has(self.uri)',
  message: 'has no address: give a host or a uri',
  reason: 'FieldValueRequired',
};

const hasCertAndKey: Validation = {
  rule: 'has(self.cert) == has(self.key)',
  message: 'cert and key go together: give both or neither',
};

const hasOneSource: Validation = {
  rule: 'has(self.value) != has(self.valueFrom)',
  message: 'give exactly one of value and valueFrom',
};

const hasOneReference: Validation = {
  rule: 'has(self.secretKeyRef) != has(self.configMapKeyRef)',
  message: 'give exactly one of secretKeyRef and configMapKeyRef',
};

/** That the names in a map match; the message tells the first that doesn't. */
function areNamed(pattern: string, message: string): Validation {
  return {
    rule: `self.all(name, name.matches(${pattern}))`,
    message: `holds a name that ${message}`,
    messageExpression: `'"' + self.filter(name, !name.matches(${pattern}))[0] + '" ${message}'`,
  };
}

const ruled = (...validations: readonly Validation[]): Extension => ({
  'x-kubernetes-validations': validations,
});

/**
 * What the schema of a probe can't say, as rules that refuse it at admission: the same that `ruleProblems` tells
 * of. Their cost is estimated from the bounds of the schema, and must stay in the API server's budget.
 * By the path of what they stand at.
 */
export const specExtensions: ReadonlyMap<string, Extension> = new Map<string, Extension>([
  ['spec', ruled(checksSomething)],
  ['spec.requests[]', ruled(hasHttpUrl)],
  ['spec.requests[].headers', ruled(areHeaders)],
  ['spec.requests[].tls', ruled(hasCertAndKey)],
  ...databases.flatMap(kind => [
    [`spec.${kind}[]`, ruled(hasAddress)] as const,
    [`spec.${kind}[].tls`, ruled(hasCertAndKey)] as const,
  ]),
  ['spec.labels', ruled(areLabels)],
  // A name is there once, and whoever applies a part of the list on the server's side has that part.
  ['spec.env', { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] }],
  ['spec.env[]', ruled(hasOneSource)],
  ['spec.env[].valueFrom', ruled(hasOneReference)],
]);
