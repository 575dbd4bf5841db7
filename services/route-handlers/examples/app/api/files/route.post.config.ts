import { createRequestValidator, type HandlerFunc, successResponse } from '@picket/route-handlers';
import { z } from 'zod';
import { addFile } from '../../../data/files.ts';
import { member } from '../_session/member.ts';

/** A form with a file: `multipart/form-data`. */
export const requestValidator = createRequestValidator({
  user: member,
  body: z.object({
    folder: z.string().regex(/^[a-z]+$/, 'must be lower-case letters'),
    file: z.file().max(100_000).mime(['image/png', 'text/plain']),
  }),
  bodyLimit: 200_000,
});

export const responseValidator = z.object({ path: z.string(), size: z.number() });

export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async ({
  body: { folder, file },
}) => successResponse(201, { path: addFile(folder, file), size: file.size });
