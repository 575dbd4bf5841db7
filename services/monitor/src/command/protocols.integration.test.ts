import { glob } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseExamples } from '../../fixtures/database-examples.ts';
import { drill } from '../../fixtures/drill.ts';
import { type ExampleServers, startExampleServers } from '../../fixtures/example-servers.ts';
import { httpExample } from '../../fixtures/http-example.ts';
import { kubernetesExample } from '../../fixtures/kubernetes-example.ts';
import { pingExample } from '../../fixtures/ping-example.ts';
import { changed, type Placement } from '../../fixtures/placed-example.ts';
import { chainExample, channelsExample, quickstartExample } from '../../fixtures/shop-examples.ts';
import { socketExample } from '../../fixtures/socket-example.ts';

let servers: ExampleServers;

beforeAll(async () => {
  servers = await startExampleServers();
});
afterAll(() => servers[Symbol.asyncDispose]());

/** What is printed of a request: its probe, its name or the form of it, and its status. */
type Expected = readonly [probe: string, request: string | RegExp, status: number];

interface Example {
  readonly place: (servers: ExampleServers) => Placement;
  readonly answers: readonly Expected[];
}

const database = (name: keyof typeof databaseExamples): Example => {
  const { ids, request, place } = databaseExamples[name];
  return {
    place: ({ databases }) => place(databases),
    answers: ids.map((id): Expected => [id, request, 200]),
  };
};

const examples: Readonly<Record<string, Example>> = {
  http: {
    place: ({ storefront, trust }) => httpExample(storefront, trust),
    answers: [
      ['home', 'home page', 200],
      ['health', 'health', 200],
      ['redirect', 'old address', 301],
      ['search', 'search', 200],
      ['echo', 'echo', 200],
    ],
  },
  'config-file/quickstart': {
    place: ({ shop }) => quickstartExample(shop),
    answers: [
      ['home', /^GET http:\/\/127\.0\.0\.1:\d+\/$/, 200],
      ['health', /\/health$/, 200],
      ['order', 'log in', 200],
      ['order', 'order', 201],
      ['slow', /\/slow$/, 200],
      ['till', /^socket 127\.0\.0\.1:\d+$/, 200],
      ['machine', 'ping localhost', 200],
    ],
  },
  'config-file/notifications': {
    place: ({ shop }) => channelsExample(shop, 'notifications'),
    answers: [['health', 'health', 200]],
  },
  'config-file/channels': {
    place: ({ shop }) => channelsExample(shop, 'channels'),
    answers: [['health', 'health', 200]],
  },
  chain: {
    place: ({ shop }) => chainExample(shop),
    answers: [
      ['order', 'log in', 200],
      ['order', 'look at the orders', 200],
      ['order', 'order', 201],
    ],
  },
  kubernetes: {
    place: ({ apiServer, trust }) => kubernetesExample(apiServer, trust),
    answers: [['api-server', 'ready', 200]],
  },
  ping: {
    place: () => pingExample('localhost'),
    answers: [
      ['host', 'host', 200],
      ['site', 'router', 200],
      ['site', 'shop', 200],
    ],
  },
  socket: {
    place: ({ shop }) => socketExample(shop),
    answers: [
      ['front-door', 'connect', 200],
      ['till', 'ping', 200],
      ['mail', 'greeting', 200],
    ],
  },
  postgres: database('postgres'),
  mysql: database('mysql'),
  mariadb: database('mariadb'),
  mongo: database('mongo'),
  redis: database('redis'),
};

test('every file of examples/ is run here', async () => {
  const files: string[] = [];
  const cwd = new URL('../../../../examples/', import.meta.url);
  for await (const file of glob('{,config-file/}*.yaml', { cwd })) files.push(file);
  // The settings are for a cluster: here they come from the environment.
  const run = [...Object.keys(examples).map(name => `${name}.yaml`), 'settings.yaml'];
  expect(files.toSorted()).toEqual(run.toSorted());
});

describe.each(Object.entries(examples))('examples/%s.yaml', (_, { place, answers }) => {
  test('prints each result of servers that are well, and exits 0', async () => {
    const run = await drill(place(servers), servers.secrets);
    const printed = answers.map(printedAs);
    expect(run).toMatchObject({ code: 0, stderr: '', shown: [], printed });
  });
});

test.skipIf(process.env.MONGODB_URI === undefined)(
  'examples/mongo.yaml is answered by the MongoDB of MONGODB_URI',
  async () => {
    const { ids, request, place } = databaseExamples.mongo;
    const env = { MONGO_URI: process.env.MONGODB_URI ?? '' };
    const placement = changed(place(servers.databases), { env });
    const run = await drill(placement, servers.secrets, '--id', ids[1]);
    const printed = [printedAs([ids[1], request, 200])];
    expect(run).toMatchObject({ code: 0, stderr: '', shown: [], printed });
  },
);

function printedAs([probe, request, status]: Expected): object {
  return {
    msg: 'request',
    probe,
    request: typeof request === 'string' ? request : expect.stringMatching(request),
    health: 'ok',
    status,
    ms: expect.any(Number),
    alerts: [],
  };
}
