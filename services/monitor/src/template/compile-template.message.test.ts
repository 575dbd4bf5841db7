import { describe, expect, test } from 'vitest';
import type { Response } from '../protocol/result.ts';
import { compileTemplate, type TemplateOptions } from './compile-template.ts';
import type { Scope } from './scope.ts';

const response: Response = {
  status: 503,
  statusText: 'Service Unavailable',
  time: 12.5,
  headers: { 'content-type': 'application/json' },
  data: { id: 4711 },
  body: { token: 'body-token' },
  config: { url: 'http://shop/orders', method: 'POST', headers: {}, data: undefined },
};

const scope: Scope = {
  env: { TOKEN: 's3cr3t' },
  responses: [{ ...response, status: 201, statusText: 'Created' }, undefined],
  now: () => new Date('2026-01-02T03:04:05.678Z'),
  onSecret() {},
  response,
  probe: { id: 'shop', name: 'The shop' },
  alert: { name: 'down', assertion: 'response.status > 499' },
};

const options: TemplateOptions = {
  path: 'alerts[0].message',
  allow: 'message',
  env: undefined,
  responses: 2,
};

function message(text: string, about: Scope = scope): string {
  const compiled = compileTemplate(text, options);
  if (!compiled.ok) throw new Error(compiled.problems.map(problem => problem.message).join('; '));
  return compiled.value.render(about);
}

function hintFor(text: string): string | undefined {
  const compiled = compileTemplate(text, options);
  return compiled.ok ? undefined : compiled.problems[0]?.hint;
}

describe('a message', () => {
  test.each([
    ['Status is {{ response.status }}', 'Status is 503'],
    ['{{ response.statusText }} after {{ response.time }} ms', 'Service Unavailable after 12.5 ms'],
    ['{{ response.headers.Content-Type }}', 'application/json'],
    ['{{ response.body.token }} {{ response.data.id }}', 'body-token 4711'],
    ['got {{ response.body }}', 'got {"token":"body-token"}'],
    ['{{ probe.name }} ({{ probe.id }})', 'The shop (shop)'],
    ['{{ alert.name }}: {{ alert.assertion }}', 'down: response.status > 499'],
    ['{{ responses.[0].status }} at {{ isodate }}', '201 at 2026-01-02T03:04:05.678Z'],
  ])('renders %j as %j', (text, rendered) => {
    expect(message(text)).toBe(rendered);
  });

  test.each([
    '{{ response.body.absent.deeper }}',
    '{{ response.headers.absent }}',
    '{{ response.size }}',
    '{{ responses.[1].data }}',
    '{{ env.LATE }}',
  ])('leaves %j empty, so that it can always be sent', text => {
    expect(message(`<${text}>`)).toBe('<>');
  });

  test('can be sent where nothing answered, or something too deep for JSON', () => {
    const { config, status, statusText, time } = response;
    const failed = { config, status, statusText, time };
    const deep = { ...failed, body: JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)) };
    for (const each of [failed, deep]) {
      expect(message('<{{ response.body }}>', { ...scope, response: each })).toBe('<>');
    }
  });

  test('shows what it reads of responses and tells only of env', () => {
    const told: string[] = [];
    const listening = { ...scope, onSecret: (value: string) => told.push(value) };
    message('{{ response.statusText }} {{ responses.[0].data.id }} {{ env.TOKEN }}', listening);
    expect(told).toEqual(['s3cr3t']);
  });

  test.each([
    ['{{ probe }}', 'write `probe.id` or `probe.name`'],
    ['{{ probe.title }}', 'write `probe.id` or `probe.name`'],
    ['{{ alert.name.first }}', 'write `alert.name` or `alert.assertion`'],
    ['{{ response }}', 'one of status'],
    ['{{ response.stauts }}', 'did you mean "status"?'],
  ])('is refused for %j', (text, hint) => {
    expect(hintFor(text)).toContain(hint);
  });
});
