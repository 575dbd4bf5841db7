import { describe, expect, test } from 'vitest';
import type { Draft } from './draft.ts';
import { withoutSecrets } from './secrets-in-draft.ts';
import { filledIn } from './text.ts';

const secret = 'S3cret-Value.1';

function draftOf(parts: {
  readonly url?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}): Draft {
  const headers = Object.entries(parts.headers ?? {});
  return {
    source: 'item[0]',
    name: 'One',
    folders: [],
    method: 'POST',
    url: [parts.url ?? 'http://echo.test/'],
    headers: headers.map(([name, value]) => ({ name, value: [value] })),
    ...(parts.body !== undefined && { body: [parts.body] }),
    findings: [],
  };
}

const textsOf = ({ url, headers, body = [] }: Draft) => [
  url,
  ...headers.map(({ value }) => value),
  body,
];

/** What stands in the probe as it is. */
const literalsOf = (draft: Draft) =>
  textsOf(draft)
    .flat()
    .filter(part => typeof part === 'string');

const sentBy = (draft: Draft) =>
  textsOf(draft).map(text =>
    filledIn(text, part => (part.kind === 'value' ? (part.value ?? '') : '')),
  );

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const multipart = { 'Content-Type': 'multipart/form-data; boundary=b' };
const part = (head: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n--b--\r\n`;
const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${secret.replaceAll('.', '_')}`;

describe('a secret does not stay, and is sent as it was', () => {
  test.each<[string, Parameters<typeof draftOf>[0]]>([
    ['JSON', { body: `{"password": "${secret}"}` }],
    ['a list in JSON', { body: `{"token": ["x", "${secret}"], "a": [1]}` }],
    ['JSON in a string of JSON', { body: `{"a":"{\\"password\\": \\"${secret}\\"}"}` }],
    ['a string with quotes there', { body: `{"a":"{\\"password\\":\\"q\\\\\\"${secret}\\"}"}` }],
    ['an argument of GraphQL', { body: `{"query":"{ a(password: \\"${secret}\\") }"}` }],
    ['an attribute of XML', { body: `<a:b x='1' password = "${secret}"/>` }],
    ['an attribute in single quotes', { body: `<b apiKey='${secret}'>x</b>` }],
    ['CDATA', { body: `<b><password><![CDATA[${secret}]]></password></b>` }],
    ['JSON in a part', { headers: multipart, body: part('name="a"', `{"secret":"${secret}"}`) }],
    ['JSON in a form', { headers: form, body: `a=%7B%22password%22%3A%22${secret}%22%7D` }],
    ['JSON in a url', { url: `http://echo.test/?a={%22token%22:%20%22${secret}%22}` }],
    ['a url in a url', { url: `http://echo.test/?to=http%3A%2F%2Fx%3Faccess_token%3D${secret}` }],
    ['an encoded name', { url: `http://echo.test/?pass%77ord=${secret}` }],
    ['a fragment', { url: `http://echo.test/#access_token=${secret}` }],
    ['a parameter of the path', { url: `http://echo.test/a;jsessionid=${secret}/b` }],
    ['a JWT in the path', { url: `http://echo.test/token/${jwt}/b` }],
    ['a JWT in a header', { headers: { 'X-Any': jwt } }],
    ['a JWT in a body', { body: `hello ${jwt}!` }],
    ['JSON in a header', { headers: { 'X-Any': `{"token":"${secret}"}` } }],
    ['a url in a header', { headers: { 'X-Any': `http://u:${secret}@echo.test/` } }],
  ])('in %s', (_, parts) => {
    const draft = draftOf(parts);
    const plain = withoutSecrets(draft);
    const stays = literalsOf(plain).join('\n');
    expect(stays).not.toContain(secret);
    expect(stays).not.toContain(jwt);
    expect(sentBy(plain)).toEqual(sentBy(draft));
  });
});

describe('what is named like none stays', () => {
  test.each<[string, Parameters<typeof draftOf>[0]]>([
    ['JSON', { body: '{"token_type":"bearer","expires_in":3600,"a":["token","x"]}' }],
    ['variables of GraphQL', { body: '{"query":"query($password: String!) { a }"}' }],
    ['XML', { body: '<a href="token"><b>password</b></a>' }],
    ['a form', { headers: form, body: 'grant_type=password&a=%22token%22' }],
  ])('in %s', (_, parts) => {
    const draft = draftOf(parts);
    expect(withoutSecrets(draft)).toEqual(draft);
  });
});

test('looking takes time that grows with the length of the text', () => {
  const pieces = [
    '<a ',
    '\\"a\\":\\"',
    '%22a%22:%22',
    '%3Fa%3D',
    ' a="',
    '"token":[',
    '<a><![CDATA[',
    'eyJa',
    'a_',
  ];
  for (const piece of pieces) {
    const text = piece.repeat(20_000);
    const draft = draftOf({ url: text, body: `<${text}`, headers: { a: `{${text}` } });
    expect(sentBy(withoutSecrets(draft))).toEqual(sentBy(draft));
  }
});
