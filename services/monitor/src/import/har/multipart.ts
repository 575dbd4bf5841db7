/** A field of a form as it was entered. */
export interface FormField {
  readonly name: string;
  readonly value: string;
}

/** A form as multipart/form-data (RFC 7578), and its Content-Type with the boundary it is written with. */
export function multipartOf(
  fields: readonly FormField[],
  contentType: string,
): { readonly body: string; readonly contentType: string } {
  const given = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType);
  const boundary = given?.[1] ?? given?.[2] ?? freeBoundary(fields);
  const parts = fields.map(
    ({ name, value }) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
  );
  return {
    body: `${parts.join('')}--${boundary}--\r\n`,
    contentType: given ? contentType : `multipart/form-data; boundary=${boundary}`,
  };
}

/** As the HTML standard writes names. */
function quoted(name: string): string {
  return name.replaceAll(/\r\n|\r|\n/g, '%0D%0A').replaceAll('"', '%22');
}

/** The same for the same form, and in none of its fields. */
function freeBoundary(fields: readonly FormField[]): string {
  let boundary = '----picket-boundary';
  for (let n = 1; fields.some(({ value }) => value.includes(boundary)); n += 1) {
    boundary = `----picket-boundary-${n}`;
  }
  return boundary;
}
