import { createRequestValidator, type HandlerFunc, successResponse } from '@picket/route-handlers';
import { Type } from 'typebox';
import { writeExport } from '../../../../data/exports.ts';

/** Without a body validator the body is not looked at. */
export const requestValidator = createRequestValidator({});

export const responseValidator = Type.Object({ path: Type.String() });

/** Without EXPORT_FOLDER it throws: that goes to the server's log, and the caller sees 500. */
export const handler: HandlerFunc<typeof requestValidator, typeof responseValidator> = async () =>
  successResponse(202, { path: await writeExport(process.env.EXPORT_FOLDER) });
