/** A secret and the ways URLs, forms, base64 and JSON write it. Never throws. */
export function encodedForms(secret: string): readonly string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [...new Set([secret, inJson, ...inUrls(secret), ...inBase64(secret)])];
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
