import { errorResponse } from '../response.ts';

/** What is answered where the handler has no say. */
export const refusal = {
  badRequest: errorResponse(400, 'Bad Request'),
  unauthorized: errorResponse(401, 'Unauthorized'),
  payloadTooLarge: errorResponse(413, 'Payload Too Large'),
  internalServerError: errorResponse(500, 'Internal Server Error'),
} as const;
