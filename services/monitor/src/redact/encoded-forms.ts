/** A secret and the ways URLs, forms, base64 and JSON write it. Never throws. */
export function encodedForms(secret: string): readonly string[] {
  const forms = [secret, utf8AsLatin1(secret)].flatMap(text => [text, ...inJson(text)]);
  return [...new Set([...forms, ...inUrls(secret), ...inBase64(secret)])];
}

/** Status lines and headers are read as Latin-1, and many servers write UTF-8 there. */
function utf8AsLatin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Some writers of JSON escape slashes, too, and some everything beyond ASCII. */
function inJson(text: string): string[] {
  const short = JSON.stringify(text).slice(1, -1);
  const ascii = short.replace(
    /[\x7f-\uffff]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return [short, ascii].flatMap(form => [form, form.replaceAll('/', '\\/')]);
}

/** Each part of a URL leaves other characters unencoded, so each is asked to encode. */
function inUrls(secret: string): string[] {
  const url = new URL('http://host');
  url.password = secret;
  url.pathname = `/${secret}`;
  url.search = `?${secret}`;
  const written = [
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams([['', secret]]).toString().slice(1),
    url.password,
    url.pathname.slice(1),
    url.search.slice(1),
  ];
  return (
    written
      // What is shorter than the secret was not only encoded: `a/../b` as a path is `b`.
      .filter(form => form.length >= secret.length)
      .flatMap(form => [form, form.replace(/%../g, code => code.toLowerCase())])
  );
}

/**
 * Base64 of the secret alone, and as part of something longer such as `user:secret`: there it starts at any of
 * three offsets, and only those characters are sure that hold no bit of a neighbour.
 */
function inBase64(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inside = [0, 1, 2].map(offset =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6)),
  );
  const written = [bytes.toString('base64'), ...inside];
  return [...written, ...written.map(urlSafe), bytes.toString('base64url')];
}

function urlSafe(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}
