import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Request } from '../probe/schema/request.ts';
import type { Redis } from '../probe/schema/target.ts';
import { compileTree, type Tree, type TreeOptions } from './compile-tree.ts';
import type { Scope } from './scope.ts';

const scope: Scope = {
  env: { HOST: 'cache', PASSWORD: 's3cr3t' },
  responses: [
    {
      status: 200,
      statusText: 'OK',
      time: 1,
      data: { id: 4711, list: [1, 2] },
      config: { url: '', method: 'GET', headers: {}, data: undefined },
    },
  ],
  now: () => new Date(0),
  onSecret() {},
};

const options = {
  path: 'redis[0]',
  allow: 'request',
  env: new Set(['HOST', 'PASSWORD']),
  responses: 1,
} as const;

function tree<T extends object>(value: T, more: Partial<TreeOptions<T>> = {}): Tree<T> {
  const compiled = compileTree(value, { ...options, ...more });
  if (!compiled.ok) throw new Error(compiled.problems.map(({ message }) => message).join('; '));
  return compiled.value;
}

function problems(value: object) {
  const compiled = compileTree(value, options);
  return compiled.ok ? [] : compiled.problems;
}

describe('a tree', () => {
  test('renders every text of an entry and leaves the rest', () => {
    const entry: Redis = { host: '{{ env.HOST }}', port: 6379, password: '{{ env.PASSWORD }}' };
    const rendered: Redis = tree(entry).render(scope);
    expect(rendered).toEqual({ host: 'cache', port: 6379, password: 's3cr3t' });
    expect(entry.host).toBe('{{ env.HOST }}');
  });

  test('keeps texts as texts, but JSON types inside the typed member', () => {
    const id = '{{ responses.[0].data.id }}';
    const request: Request = {
      url: `https://shop/${id}`,
      headers: { 'X-Id': id },
      body: { id, deep: [{ list: '{{ responses.[0].data.list }}' }], text: `#${id}` },
    };
    expect(tree(request, { typed: 'body' }).render(scope)).toEqual({
      url: 'https://shop/4711',
      headers: { 'X-Id': '4711' },
      body: { id: 4711, deep: [{ list: [1, 2] }], text: '#4711' },
    });
  });

  test('sends a body that is a text as text', () => {
    const request: Request = { url: 'http://shop', body: '{{ responses.[0].data }}' };
    const { body } = tree(request, { typed: 'body' }).render(scope);
    expect(body).toBe('{"id":4711,"list":[1,2]}');
  });

  test('gives one frozen object where it is static, with escapes resolved', () => {
    const value = { a: 'x', b: ['\\{{ y }}', { c: 1 }] };
    const compiled = tree(value);
    expect(compiled.isStatic).toBe(true);
    expect(compiled.render(scope)).toEqual({ a: 'x', b: ['{{ y }}', { c: 1 }] });
    expect(compiled.render(scope)).toBe(compiled.render(scope));
    expect(Object.isFrozen(compiled.render(scope).b[1])).toBe(true);
    expect(Object.isFrozen(value)).toBe(false);
  });

  test('renders afresh where it is not static', () => {
    const compiled = tree({ id: '{{ uuid }}', fixed: { a: 1 } });
    const [one, two] = [compiled.render(scope), compiled.render(scope)];
    expect(one.id).not.toBe(two.id);
    one.fixed.a = 2;
    expect(two.fixed.a).toBe(1);
    expect(compiled.isStatic).toBe(false);
  });

  test('is not changed by later changes to the value it was compiled from', () => {
    const value = { a: 'before', b: '{{ uuid }}' };
    const compiled = tree(value);
    value.a = 'after';
    expect(compiled.render(scope).a).toBe('before');
  });

  test('reads what any of its texts reads', () => {
    const compiled = tree({ a: ['{{ responses.[0].status }}'], b: '{{ uuid }}' });
    expect([...compiled.reads]).toEqual([0]);
  });

  test('leaves keys alone, whatever they are called', () => {
    const value = JSON.parse('{"{{ x }}":1,"__proto__":{"constructor":"{{ env.HOST }}"}}');
    const rendered = JSON.stringify(tree(value).render(scope));
    expect(rendered).toBe('{"{{ x }}":1,"__proto__":{"constructor":"cache"}}');
  });

  test('is rendered whole or not at all', () => {
    const compiled = tree({ a: '{{ env.HOST }}', b: '{{ responses.[0].data.absent }}' });
    expect(() => compiled.render(scope)).toThrow(
      expect.objectContaining({ code: 'PKT_TEMPLATE_MISSING' }),
    );
  });

  test('leaves any JSON without double braces as it is', () => {
    const json = fc
      .oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))
      .filter(value => !JSON.stringify(value).includes('{{'));
    fc.assert(
      fc.property(json, value => {
        expect(tree(value).render(scope)).toEqual(value);
      }),
    );
  });
});

describe('a tree is refused', () => {
  test('with every problem of every text at its path', () => {
    const value = { host: '{{ env.NOPE }}', list: ['ok', { 'a-b': '{{ uiud }} {{' }] };
    expect(problems(value).map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'redis[0].host: `env` has no `NOPE`',
      'redis[0].list[1]["a-b"]: unknown name `uiud`',
      'redis[0].list[1]["a-b"]: `{{` is not closed by `}}`',
    ]);
  });

  test('beyond 64 levels, also where it contains itself', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 'text' : [nested(levels - 1)]);
    expect(problems([nested(63)])).toEqual([]);
    expect(problems([nested(64)])).toEqual([
      { path: 'redis[0]', message: 'is nested deeper than 64 levels' },
    ]);
    const circular: unknown[] = [];
    circular.push(circular);
    expect(problems(circular)).toHaveLength(1);
  });
});
