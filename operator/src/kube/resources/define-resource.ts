import type { KubeObject, Resource } from '../resource.ts';

/** What a compiled TypeBox schema can do. */
interface ObjectValidator<T extends KubeObject> {
  Check(value: unknown): value is T;
  Errors(value: unknown): readonly { readonly instancePath: string; readonly message: string }[];
}

export interface ResourceDefinition<T extends KubeObject>
  extends Pick<Resource<T>, 'group' | 'version' | 'plural'> {
  readonly kind: string;
  readonly validator: ObjectValidator<T>;
}

/**
 * A resource whose objects are checked, told their kind where a list leaves it out, and lightened of
 * `managedFields`, which is often the largest part of them and read by nobody here.
 */
export function defineResource<T extends KubeObject>({
  group,
  version,
  plural,
  kind,
  validator,
}: ResourceDefinition<T>): Resource<T> {
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return {
    group,
    version,
    plural,
    decode(value) {
      if (!validator.Check(value)) throw new TypeError(whatIsWrong(kind, validator, value));
      const { managedFields: _, ...metadata }: T['metadata'] & { managedFields?: unknown } =
        value.metadata;
      return { apiVersion, kind, ...value, metadata };
    },
  };
}

function whatIsWrong(kind: string, validator: ObjectValidator<KubeObject>, value: unknown): string {
  const [first] = validator.Errors(value);
  if (first === undefined) return `no ${kind}`;
  return `no ${kind}: ${first.instancePath === '' ? 'it' : first.instancePath} ${first.message}`;
}
