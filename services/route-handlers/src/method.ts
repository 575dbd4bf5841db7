/** The methods a config file can be for, as its name has them: `route.<method>.config.ts`. */
export const methods = ['get', 'post', 'put', 'delete', 'patch', 'options', 'head'] as const;

export type Method = (typeof methods)[number];

/**
 * Whether a request of this method has a body for the handler: `always` ({} where it has no body validator),
 * `validated` (only where it has one) or `never` (a body validator is ignored).
 */
export const bodyUse = {
  get: 'never',
  post: 'always',
  put: 'always',
  delete: 'validated',
  patch: 'always',
  options: 'validated',
  head: 'never',
} as const satisfies Record<Method, 'always' | 'validated' | 'never'>;

export const isMethod = (name: string): name is Method => methods.some(method => method === name);
