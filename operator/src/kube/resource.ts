/** What every object of Kubernetes has. Times are RFC 3339 text, as on the wire. */
export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly OwnerReference[];
}

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

export interface KubeObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: ObjectMeta;
}

/** A kind of object: where it is served, and how what the server answers becomes a value of its type. */
export interface Resource<T extends KubeObject> {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  /** Throws where the answer is no such object. */
  readonly decode: (value: unknown) => T;
}

/** Where an object is; without a namespace the whole cluster, or an object that has none. */
export interface Place {
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
}

/** The path of an object or of a list of them on the API server. */
export function pathOf(
  { group, version, plural }: Pick<Resource<KubeObject>, 'group' | 'version' | 'plural'>,
  { namespace, name, subresource }: Place,
): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const parts = [
    ...(namespace === undefined ? [] : ['namespaces', namespace]),
    plural,
    ...(name === undefined ? [] : [name]),
    ...(subresource === undefined ? [] : [subresource]),
  ];
  return [root, ...parts.map(encodeURIComponent)].join('/');
}

/** `namespace/name`, or the name alone where there is no namespace: the key of caches and queues. */
export function keyOf({ metadata }: KubeObject): string {
  return metadata.namespace === undefined
    ? metadata.name
    : `${metadata.namespace}/${metadata.name}`;
}
