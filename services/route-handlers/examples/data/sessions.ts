import { randomUUID } from 'node:crypto';
import { store } from './store.ts';

/** Gives the id of the session. The sample asks for no password; a real application would. */
export function openSession(member: string): string {
  const id = randomUUID();
  store.sessions.set(id, member);
  return id;
}

/** The member's name, or null where there is no such session. */
export function findMember(sessionId: string): string | null {
  return store.sessions.get(sessionId) ?? null;
}

export function closeSession(sessionId: string): void {
  store.sessions.delete(sessionId);
}
