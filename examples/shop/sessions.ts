import { randomUUID } from 'node:crypto';

const maxSessions = 1000;

export interface Sessions {
  /** A new token where user and password are right. */
  login(user: unknown, password: unknown): string | undefined;
  /** Whether an `Authorization` header carries a token given out before. */
  isLoggedIn(authorization: string | undefined): boolean;
}

/** The tokens given out to one user; the oldest ends when there are too many. */
export function createSessions(account: { user: string; password: string }): Sessions {
  const tokens = new Set<string>();
  return {
    login(user, password) {
      if (user !== account.user || password !== account.password) return undefined;
      // Characters that HTML-escaping would spoil: a client that escapes them is not let in.
      const token = `<o'neil & "sons">${randomUUID()}`;
      tokens.add(token);
      for (const oldest of tokens) {
        if (tokens.size <= maxSessions) break;
        tokens.delete(oldest);
      }
      return token;
    },
    isLoggedIn(authorization) {
      const token = authorization?.match(/^Bearer (.+)$/)?.[1];
      return token !== undefined && tokens.has(token);
    },
  };
}
