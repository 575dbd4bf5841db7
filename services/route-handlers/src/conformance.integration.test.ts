import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaveEarly, sendHalf } from '../fixtures/conformance/abort.ts';
import { allCases } from '../fixtures/conformance/cases/all-cases.ts';
import { checkAnswer } from '../fixtures/conformance/check-answer.ts';
import { createDirectDriver } from '../fixtures/conformance/drivers/direct.ts';
import {
  type Driver,
  type DriverName,
  driverNames,
} from '../fixtures/conformance/drivers/driver.ts';
import { createInjectDriver, createSocketDriver } from '../fixtures/conformance/drivers/fastify.ts';
import { createNextDriver } from '../fixtures/conformance/drivers/next.ts';
import { type PreparedApp, prepareApp } from '../fixtures/conformance/prepare-app.ts';

const setUpTimeoutMs = 420_000;

const drivers: Readonly<Record<DriverName, (app: PreparedApp) => Promise<Driver>>> = {
  direct: ({ folder }) => createDirectDriver(join(folder, 'app'), { givesParams: true }),
  'direct, no params': ({ folder }) =>
    createDirectDriver(join(folder, 'app'), { givesParams: false }),
  'fastify inject': ({ folder }) => createInjectDriver(join(folder, 'app')),
  'fastify socket': ({ folder }) => createSocketDriver(join(folder, 'app')),
  next: ({ folder }) => createNextDriver(folder),
};

const overSockets: readonly DriverName[] = ['fastify socket', 'next'];

let app: PreparedApp;

beforeAll(async () => {
  app = await prepareApp();
}, setUpTimeoutMs);

afterAll(() => app?.[Symbol.asyncDispose]());

describe.each(driverNames)('%s', name => {
  let driver: Driver;

  beforeAll(async () => {
    driver = await drivers[name](app);
  }, setUpTimeoutMs);

  afterAll(() => driver?.[Symbol.asyncDispose]());

  for (const [part, cases] of Object.entries(allCases)) {
    describe(part, () => {
      it.for(cases.filter(({ except }) => except?.[name] === undefined))(
        '$title',
        async ({ send, expect, differs }) => {
          checkAnswer(await driver.send(send), differs?.[name]?.expect ?? expect);
        },
      );
    });
  }

  it.skipIf(!overSockets.includes(name))(
    'outlives clients that hang up, and calls no handler for them',
    async () => {
      const { origin = '' } = driver;
      await sendHalf(origin);
      const counts = await leaveEarly(origin, driver);
      expect(counts).toEqual({ 'user called': 1, 'client gone': 1 });
    },
  );

  it('answers on, after all that', async () => {
    const { status } = await driver.send({ method: 'GET', path: '/bare' });
    expect(status).toBe(200);
  });
});
