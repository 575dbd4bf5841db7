import { Malformed } from '../../malformed.ts';

type Value = File | string;

/**
 * Reads a multipart form: a name given once has a string or a `File`, one given several times an array. Rejects
 * with `Malformed` for what can't be read, and for a field named `__proto__`.
 */
export async function parseMultipart(contentType: string, bytes: Uint8Array): Promise<object> {
  const fields: Record<string, Value | Value[]> = Object.create(null);
  for (const [name, value] of await readForm(contentType, bytes)) {
    if (name === '__proto__') throw new Malformed('a field is named __proto__');
    const earlier = fields[name];
    if (earlier === undefined) fields[name] = value;
    else if (Array.isArray(earlier)) earlier.push(value);
    else fields[name] = [earlier, value];
  }
  return fields;
}

async function readForm(contentType: string, bytes: Uint8Array): Promise<FormData> {
  try {
    // A copy, as a response's body has to have memory of its own.
    const body = new Uint8Array(bytes);
    return await new Response(body, { headers: { 'content-type': contentType } }).formData();
  } catch (cause) {
    throw new Malformed('the body is no multipart form', { cause });
  }
}
