interface Asked {
  readonly status: number;
  /** The body, parsed; undefined where there is none. */
  readonly json: unknown;
  readonly headers: Headers;
}

/** Calls a server of the sample as one member, or as a visitor. */
export interface Caller {
  ask(method: string, path: string, options?: RequestInit): Promise<Asked>;
  askJson(method: string, path: string, body: unknown): Promise<Asked>;
}

export function createCaller(origin: string, cookie = ''): Caller {
  const ask: Caller['ask'] = async (method, path, { headers, ...options } = {}) => {
    const response = await fetch(`${origin}${path}`, {
      ...options,
      method,
      headers: { cookie, ...Object.fromEntries(new Headers(headers)) },
    });
    const text = await response.text();
    const json: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, json, headers: response.headers };
  };
  return {
    ask,
    askJson: (method, path, body) =>
      ask(method, path, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

/** Signs in by a form, as a page without scripts would. */
export async function signIn(origin: string, name: string): Promise<Caller> {
  const body = new URLSearchParams({ name });
  const { headers } = await createCaller(origin).ask('POST', '/api/session', { body });
  const [cookie = ''] = headers.getSetCookie();
  return createCaller(origin, cookie.split(';', 1).join());
}
