import type { AuthFunc } from '../request-validator.ts';
import type { ErrorResponse } from '../response.ts';
import type { Incoming } from './incoming.ts';
import { refusal } from './refusal.ts';

/** The user that a route's user function makes of a request, or 401 where it throws; the log is told why. */
export async function identify(
  user: AuthFunc,
  incoming: Incoming,
): Promise<{ readonly user: unknown } | ErrorResponse> {
  try {
    return { user: await user(incoming.request()) };
  } catch (error) {
    incoming.report(error);
    return refusal.unauthorized;
  }
}
