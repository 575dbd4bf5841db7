/** The keywords of a schema in the form that a CustomResourceDefinition takes: OpenAPI v3, made structural. */
export type StructuralSchema = Readonly<Record<string, unknown>>;

/** A rule in CEL that the API server checks, beside what the schema itself says. */
export interface Validation {
  /** True for what is valid; `self` is the value the rule stands at. */
  readonly rule: string;
  readonly message: string;
  /** Makes the message where that has to tell of the value; `message` is for where it can't be made. */
  readonly messageExpression?: string;
  /** The member of `self` that is at fault, such as `.url`. */
  readonly fieldPath?: string;
  readonly reason?: 'FieldValueInvalid' | 'FieldValueRequired';
}

/** What a value has in Kubernetes beyond its schema. */
export interface Extension {
  readonly 'x-kubernetes-validations'?: readonly Validation[];
  /** Of a list: its entries are told apart by these members, and each is there once. */
  readonly 'x-kubernetes-list-type'?: 'map';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
}
