import type { IncomingMessage } from 'node:http';

const maxBytes = 65_536;

type Read<T> = { readonly body: T } | { readonly refusal: 400 | 413 };

/** The JSON object of a request's body, or the status to refuse it with: 413 when too long, 400 otherwise. */
export async function readBody(request: IncomingMessage): Promise<Read<Record<string, unknown>>> {
  const read = await readText(request);
  if ('refusal' in read) return read;
  const body = parseObject(read.body);
  return body === undefined ? { refusal: 400 } : { body };
}

/** The fields of a form; 400 where its type says that it is none. */
export async function readForm(request: IncomingMessage): Promise<Read<URLSearchParams>> {
  const type = request.headers['content-type']?.split(';', 1)[0];
  if (type !== 'application/x-www-form-urlencoded') return { refusal: 400 };
  const read = await readText(request);
  return 'refusal' in read ? read : { body: new URLSearchParams(read.body) };
}

async function readText(request: IncomingMessage): Promise<Read<string>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The connection is kept when reading stops early: the refusal has to reach the client.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > maxBytes) return { refusal: 413 };
    chunks.push(chunk);
  }
  return { body: Buffer.concat(chunks).toString() };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
