import type { IncomingMessage } from 'node:http';

const maxBytes = 65_536;

/** The JSON object of a request's body, or the status to refuse it with: 413 when too long, 400 otherwise. */
export async function readBody(
  request: IncomingMessage,
): Promise<{ readonly body: Record<string, unknown> } | { readonly refusal: 400 | 413 }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The connection is kept when reading stops early: the refusal has to reach the client.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > maxBytes) return { refusal: 413 };
    chunks.push(chunk);
  }
  const body = parseObject(Buffer.concat(chunks).toString());
  return body === undefined ? { refusal: 400 } : { body };
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
