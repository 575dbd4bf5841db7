import { channel } from 'node:diagnostics_channel';
import { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Shop, startShop } from '../../../../examples/shop/shop.ts';
import { drill } from '../../fixtures/drill.ts';
import { changed } from '../../fixtures/placed-example.ts';
import { chainExample } from '../../fixtures/shop-examples.ts';

const serverRequests = channel('http.server.request.start');

let shop: Shop;
/** What arrived at the shop, in order. */
let arrived: { readonly call: string; readonly authorization: string | undefined }[] = [];

function record(message: unknown): void {
  if (typeof message !== 'object' || message === null || !('request' in message)) return;
  const { request } = message;
  if (!(request instanceof IncomingMessage)) return;
  const { method, url, headers } = request;
  arrived.push({ call: `${method} ${url}`, authorization: headers.authorization });
}

beforeEach(async () => {
  arrived = [];
  shop = await startShop({ httpPort: 0, tcpPort: 0 });
  serverRequests.subscribe(record);
});
afterEach(async () => {
  serverRequests.unsubscribe(record);
  await shop.close();
});

function runChain(env: Readonly<Record<string, string>> = {}) {
  return drill(changed(chainExample(shop), { env }), ['open sesame', 'wrong guess']);
}

/** What was ordered, asked for with the token that was used last. */
async function orders(): Promise<unknown> {
  const authorization = arrived.at(-1)?.authorization ?? '';
  const list = await fetch(`${shop.url}/orders`, { headers: { authorization } });
  return list.json();
}

const line = (request: string, fields: object) => ({ probe: 'order', request, ...fields });

describe('a chain of log in, look, order', () => {
  test('prints every answer and exits 0 where the shop is well', async () => {
    const run = await runChain();
    const printed = [
      line('log in', { health: 'ok', status: 200, alerts: [] }),
      line('look at the orders', { health: 'ok', status: 200, alerts: [] }),
      line('order', { health: 'ok', status: 201, alerts: [] }),
    ];
    expect(run).toMatchObject({ code: 0, stderr: '', shown: [], printed });
  });

  test('carries a token with & < > " \' unchanged from a body into headers', async () => {
    const { stdout, stderr } = await runChain();
    const [login, look, order] = arrived;
    expect(login).toEqual({ call: 'POST /login', authorization: undefined });
    expect(look?.call).toBe('GET /orders');
    expect(look?.authorization).toMatch(/^Bearer <o'neil & "sons">[\da-f-]{36}$/);
    expect(order).toEqual({ call: 'POST /orders', authorization: look?.authorization });

    const token = look?.authorization?.slice(-36);
    expect(token).toHaveLength(36);
    expect(`${stdout}${stderr}`).not.toContain(token);
  });

  test('keeps the JSON type of a body value that is one expression, and fills in texts', async () => {
    await runChain();
    expect(await orders()).toEqual({
      orders: [
        {
          id: 1,
          order: {
            quantity: expect.toSatisfy(value => [1, 2, 3, 4, 5].includes(value)),
            label: expect.stringMatching(/^Box of [1-5]$/),
            sku: expect.stringMatching(/^[A-Za-z\d]{8}$/),
            customer: {
              name: expect.stringMatching(/\S \S/),
              email: expect.stringMatching(/^\S+@\S+$/),
            },
            orderedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          },
        },
      ],
    });
  });

  test('skips what needs a token where the login is refused, and exits 1', async () => {
    const run = await runChain({ SHOP_PASSWORD: 'wrong guess' });
    const skipped = { health: 'skipped', reason: 'responses.[0].data.token is not there' };
    const printed = [
      line('log in', { health: 'alert', status: 401, alerts: ['no token', 'refused'] }),
      line('look at the orders', skipped),
      line('order', skipped),
    ];
    expect(run).toMatchObject({ code: 1, stderr: '', shown: [], printed });
    expect(arrived.map(({ call }) => call)).toEqual(['POST /login']);
  });
});
