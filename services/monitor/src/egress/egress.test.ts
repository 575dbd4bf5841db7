import { describe, expect, test } from 'vitest';
import { createEgress } from './egress.ts';

describe('egress', () => {
  const none = createEgress({ allow: [], deny: [] });

  test('gives an address as it is, brackets dropped', async () => {
    expect(await none.resolve('127.0.0.1')).toEqual([{ address: '127.0.0.1', family: 4 }]);
    expect(await none.resolve('[::1]')).toEqual([{ address: '::1', family: 6 }]);
  });

  test('resolves a name', async () => {
    expect(await none.resolve('localhost', 'ipv4')).toEqual([{ address: '127.0.0.1', family: 4 }]);
  });

  test('refuses an address of the other family as not found', async () => {
    await expect(none.resolve('127.0.0.1', 'ipv6')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  test.each([
    ['169.254.169.254', '169.254.0.0/16'],
    ['::ffff:169.254.169.254', '169.254.0.0/16'],
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '::/0'],
    ['0.0.0.0', '127.0.0.0/8'],
    ['::', '::1'],
    ['[::]', '127.0.0.1'],
    ['::ffff:0.0.0.0', '127.0.0.1'],
  ])('denies %s by %s', async (host, rule) => {
    const egress = createEgress({ allow: [], deny: [rule] });
    await expect(egress.resolve(host)).rejects.toMatchObject({ code: 'PKT_EGRESS_DENIED' });
  });

  test('denies a name by the address it resolves to', async () => {
    const egress = createEgress({ allow: [], deny: ['127.0.0.0/8', '::1'] });
    await expect(egress.resolve('localhost')).rejects.toMatchObject({ code: 'PKT_EGRESS_DENIED' });
  });

  test('lets allow win over deny', async () => {
    const egress = createEgress({ allow: ['10.1.0.0/16'], deny: ['10.0.0.0/8'] });
    expect(await egress.resolve('10.1.2.3')).toHaveLength(1);
    await expect(egress.resolve('10.2.2.3')).rejects.toMatchObject({ code: 'PKT_EGRESS_DENIED' });
  });

  test.each(['ten', '10.0.0.0/33', '10.0.0.0/x', '::/129', ''])('refuses the rule %j', rule => {
    expect(() => createEgress({ allow: [], deny: [rule] })).toThrow(`"${rule}" is no address`);
  });
});
