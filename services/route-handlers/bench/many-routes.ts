import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Method } from '../src/method.ts';

/** Writes an application of so many routes with two configs each on average, of the kinds that applications have. */
export async function writeRoutes(folder: string, count: number): Promise<number> {
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  await writeFile(
    join(folder, 'tsconfig.json'),
    '{ "compilerOptions": { "module": "nodenext", "allowImportingTsExtensions": true } }\n',
  );
  let configs = 0;
  for (let n = 0; n < count; n++) {
    const route = join(folder, 'app', ...routeFolder(n));
    await mkdir(route, { recursive: true });
    for (const method of methodsOf(n)) {
      await writeFile(join(route, `route.${method}.config.ts`), config(method, n));
      configs++;
    }
  }
  return configs;
}

/** Ten areas, some in groups; lists, single records and what belongs to those. */
function routeFolder(n: number): string[] {
  const area = n % 20 < 10 ? [`area-${n % 10}`] : ['(inner)', `area-${n % 10}-inner`];
  const list = `things-${Math.floor(n / 20)}`;
  return [...area, list, ...(n % 3 === 0 ? [] : ['[id]', `part-${n}`])];
}

function methodsOf(n: number): Method[] {
  if (n % 4 === 0) return ['get'];
  return n % 4 === 3 ? ['get', 'put', 'delete'] : ['get', 'post'];
}

function config(method: Method, n: number): string {
  const fields = Array.from(
    { length: 4 + (n % 8) },
    (_, field) =>
      `  field${field}: ${field % 2 === 0 ? 'Type.String({ maxLength: 200 })' : 'Type.Optional(Type.Integer({ minimum: 0 }))'},\n`,
  ).join('');
  const parts =
    method === 'get' ? '' : `  body: Type.Object({ name: Type.String({ maxLength: 80 }) }),\n`;
  return `import { createRequestValidator, errorResponse, type HandlerFunc, successResponse } from '@picket/route-handlers';
import { Type } from 'typebox';
import { findThing } from '../../server/things.ts';

const owner = Type.Object({ name: Type.String(), email: Type.String({ maxLength: 320 }) });

/** What a thing of kind ${n} is. */
const thing = Type.Object({
${fields}  owner,
});

export const requestValidator = createRequestValidator({
  searchParams: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1 })) }),
${parts}});

export const responseValidator = Type.Object({ things: Type.Array(thing) });

export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async ({
  searchParams,
}) => {
  const found = await findThing(${n}, searchParams.page ?? 1);
  if (found === undefined) return errorResponse(404, 'there is no such thing');
  return successResponse(200, { things: [found] });
};
`;
}
