import type { RouteRequest } from '@picket/route-handlers';
import { findMember } from '../../../data/sessions.ts';
import { readSessionId } from './cookie.ts';

/** For routes that members and visitors use: null, a visitor, is let through. */
export function memberOrVisitor(request: RouteRequest): string | null {
  return findMember(readSessionId(request.headers));
}

/** For routes of members only: what it throws answers 401. */
export function member(request: RouteRequest): string {
  const name = memberOrVisitor(request);
  if (name === null) throw new Error('Nobody is signed in');
  return name;
}
