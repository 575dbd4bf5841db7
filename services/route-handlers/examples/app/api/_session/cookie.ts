/** A folder whose name begins with an underscore holds no routes: what is here is shared by routes. */
const name = 'session';

/** The session's id in a Cookie header; '' where there is none. */
export function readSessionId(headers: Headers): string {
  const cookies = (headers.get('cookie') ?? '').split(';').map(cookie => cookie.trim());
  return cookies.find(cookie => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

/** A Set-Cookie header: out of reach of scripts, and not sent by other sites' forms. */
export const sessionCookie = (id: string): string =>
  `${name}=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=86400`;

export const noSessionCookie = `${name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`;
