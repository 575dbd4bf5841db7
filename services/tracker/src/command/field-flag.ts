import type { Field, FieldShape, FieldTable, FieldValue } from '../record/field.ts';
import { fieldsOf } from '../record/fields.ts';
import type { RecordType } from '../record/record-type.ts';

/** A field as the command line knows it. */
export interface FieldFlag {
  /** The name of the field, such as `linkedBranches`. */
  readonly name: string;
  /** Without its dashes, such as `linked-branch`. */
  readonly flag: string;
  readonly field: Field<FieldValue>;
}

export function fieldFlags(type: RecordType): readonly FieldFlag[] {
  const table: FieldTable = fieldsOf[type];
  return Object.entries(table).map(([name, field]) => ({
    name,
    flag: kebabCase(stemOf(name, field.shape)),
    field,
  }));
}

/** What stands for a value in the help. */
export function placeholderOf(shape: FieldShape): string {
  switch (shape.kind) {
    case 'choice':
      return 'choice';
    case 'instant':
      return 'date';
    case 'number':
      return 'number';
    case 'reference':
      return `${shape.to}`;
    case 'set':
      return shape.of.kind === 'reference' ? shape.of.to : 'text';
    default:
      return 'text';
  }
}

export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

/** A flag names the thing, not its id, and one member of a set. */
function stemOf(name: string, shape: FieldShape): string {
  if (shape.kind === 'reference') return name.replace(/Id$/, '');
  if (shape.kind === 'set') return name.replace(/(ch|sh|x)es$/, '$1').replace(/s$/, '');
  return name;
}
