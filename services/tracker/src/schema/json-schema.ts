/** JSON Schema (draft 2020-12) as plain data. */
export interface JsonSchema {
  readonly [keyword: string]: SchemaValue;
}

export type SchemaValue =
  | string
  | number
  | boolean
  | null
  | JsonSchema
  | readonly (string | number | boolean | null | JsonSchema)[];
