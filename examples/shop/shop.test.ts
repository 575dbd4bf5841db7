import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type Shop, type ShopOptions, startShop } from './shop.ts';

const open: Shop[] = [];

async function openShop(options: Partial<ShopOptions> = {}): Promise<Shop> {
  const shop = await startShop({ httpPort: 0, tcpPort: 0, ...options });
  open.push(shop);
  return shop;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map(shop => shop.close()));
});

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers,
  });

async function login(shop: Shop): Promise<string> {
  const answer = await post(`${shop.url}/login`, { user: 'shopper', password: 'open sesame' });
  const body: unknown = await answer.json();
  if (typeof body !== 'object' || body === null || !('token' in body)) throw new Error('no token');
  return String(body.token);
}

describe('orders', () => {
  test('need a token, which holds the characters that escaping would spoil', async () => {
    const shop = await openShop();
    expect((await fetch(`${shop.url}/orders`)).status).toBe(401);

    const token = await login(shop);
    for (const character of `&<>"'`) expect(token).toContain(character);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${shop.url}/orders`, { headers })).status).toBe(200);

    const escaped = { authorization: `Bearer ${token.replaceAll('&', '&amp;')}` };
    expect((await fetch(`${shop.url}/orders`, { headers: escaped })).status).toBe(401);
  });

  test('come back with the JSON types they were placed with', async () => {
    const shop = await openShop();
    const headers = { authorization: `Bearer ${await login(shop)}` };
    const order = { quantity: 3, gift: true, note: null, lines: [{ sku: '007' }] };

    const placed = await post(`${shop.url}/orders`, order, headers);
    expect(placed.status).toBe(201);
    expect(await placed.json()).toEqual({ id: 1, order });

    const listed = await fetch(`${shop.url}/orders`, { headers });
    expect(await listed.json()).toEqual({ orders: [{ id: 1, order }] });
  });

  test.each([
    ['no JSON', '{', 400],
    ['no object', '[1]', 400],
    ['too long', JSON.stringify({ note: 'x'.repeat(70_000) }), 413],
  ])('refuse a body that is %s', async (_what, body, status) => {
    const shop = await openShop();
    const headers = { authorization: `Bearer ${await login(shop)}` };
    expect((await post(`${shop.url}/orders`, body, headers)).status).toBe(status);
  });
});

test('a wrong password is refused', async () => {
  const shop = await openShop();
  const answer = await post(`${shop.url}/login`, { user: 'shopper', password: 'guess' });
  expect(answer.status).toBe(401);
});

test('/health breaks and heals with the clock', async () => {
  let now = 5000;
  const shop = await openShop({ clock: () => now });
  const statusAt = async (time: number) => {
    now = time;
    return (await fetch(`${shop.url}/health`)).status;
  };
  expect(await statusAt(5000)).toBe(200);
  expect(await statusAt(25_000)).toBe(503);
  expect(await statusAt(40_000)).toBe(200);
});

test('the home page is HTML, /slow answers late, and other paths are not found', async () => {
  const shop = await openShop({ slowness: 5 });
  const home = await fetch(`${shop.url}/?from=test`);
  expect(home.headers.get('content-type')).toContain('text/html');
  expect(await home.text()).toContain('<h1>Demo shop</h1>');
  expect((await fetch(`${shop.url}/slow`)).status).toBe(200);
  expect((await fetch(`${shop.url}/constructor`)).status).toBe(404);
});

test('the old address leads to the home page', async () => {
  const shop = await openShop();
  const answer = await fetch(`${shop.url}/old`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([301, '/']);
});

describe('the search', () => {
  test('takes a form and counts what it finds', async () => {
    const shop = await openShop();
    const search = async (term: string) => {
      const body = new URLSearchParams({ term });
      return (await fetch(`${shop.url}/search`, { method: 'POST', body })).text();
    };
    expect(await search('JAM')).toContain('<h1>1 results</h1><ul><li>a jar of jam</li></ul>');
    expect(await search('<b>')).toContain('<h1>0 results</h1><ul></ul>');
  });

  test('refuses what is no form', async () => {
    const shop = await openShop();
    expect((await post(`${shop.url}/search`, { term: 'jam' })).status).toBe(400);
  });
});

test('the mail port greets before it is asked, and takes no mail', async () => {
  const shop = await openShop();
  const socket = connect(shop.mailPort, '127.0.0.1').setEncoding('utf8');
  expect(await once(socket, 'data')).toEqual(['220 shop.example ESMTP\r\n']);
  socket.write('MAIL FROM:<a@example.com>\r\n');
  expect(await once(socket, 'data')).toEqual(['502 Command not implemented\r\n']);
  socket.destroy();
});

test('the TCP port answers PONG to PING, even in pieces', async () => {
  const shop = await openShop();
  const socket = connect(shop.tcpPort, '127.0.0.1').setEncoding('utf8');
  await once(socket, 'connect');
  socket.write('PI');
  socket.write('NG\n');
  expect(await once(socket, 'data')).toEqual(['PONG\n']);
  socket.write('HELLO\n');
  expect(await once(socket, 'data')).toEqual(['ERR unknown command\n']);
  socket.destroy();
});

test('closing ends requests and connections that are still open', async () => {
  const shop = await openShop({ slowness: 600_000 });
  const slow = fetch(`${shop.url}/slow`).catch((error: unknown) => error);
  const socket = connect(shop.tcpPort, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  const disconnected = once(socket, 'close');
  await shop.close();
  expect(await slow).toBeInstanceOf(Error);
  await disconnected;
});

test('a taken port is reported, and the other one is given back', async () => {
  const first = await openShop();
  await expect(openShop({ tcpPort: first.tcpPort })).rejects.toMatchObject({
    code: 'EADDRINUSE',
    port: first.tcpPort,
  });
});
