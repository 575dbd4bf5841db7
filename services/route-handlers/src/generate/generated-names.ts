import { methods } from '../method.ts';

/** The names of the files that are generated beside configs. */
export const generatedNames: ReadonlySet<string> = new Set([
  'route.ts',
  'client.ts',
  ...methods.map(method => `use-route-${method}.ts`),
]);
