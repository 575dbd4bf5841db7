/** The body as assertions see it: parsed where it is JSON, else its text. */
export function contentOf(body: Buffer, contentType = ''): unknown {
  const text = textOf(body, contentType);
  if (!isJson(contentType) && !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    // What calls itself JSON and is none, such as an error page, stays readable as text.
    return text;
  }
}

function isJson(contentType: string): boolean {
  const [mediaType = ''] = contentType.split(';');
  return /^[^/]+\/(?:[^/]+\+)?json$/i.test(mediaType.trim());
}

function textOf(body: Buffer, contentType: string): string {
  const charset = /;\s*charset="?([^\s";]+)/i.exec(contentType)?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    try {
      return new TextDecoder(charset).decode(body);
    } catch {
      // A charset that is not known is read as UTF-8, as browsers do.
    }
  }
  const text = body.toString();
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
