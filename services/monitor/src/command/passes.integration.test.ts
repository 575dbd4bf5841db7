import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runPicket, startPicket } from '../../fixtures/picket-process.ts';
import { type SwitchedTarget, serveSwitchedTarget } from '../../fixtures/switched-target.ts';
import { createTestFolder, type TestFolder } from '../../fixtures/test-folder.ts';
import { accept, type Receiver, startReceiver } from '../../fixtures/webhook-receiver.ts';
import { version } from '../version.ts';

let folder: TestFolder;
let target: SwitchedTarget;
let receiver: Receiver;

beforeEach(async () => {
  folder = await createTestFolder();
  target = await serveSwitchedTarget();
  receiver = await startReceiver(accept);
});
afterEach(async () => {
  await receiver.close();
  await target[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const probe = (id: string, more = {}) => ({
  id,
  name: id,
  requests: [{ url: target.urlOf(id) }],
  ...more,
});
const write = (...probes: readonly object[]) =>
  folder.write('probes.yaml', {
    probes,
    notifications: [{ id: 'ops', type: 'webhook', url: receiver.url }],
  });
const run = (...args: string[]) => runPicket(args, { cwd: folder.path });

/** The probes that were asked, in order. */
const asked = (stdout: string) =>
  stdout
    .split('\n')
    .filter(line => line !== '')
    .map((line): { msg: string; probe: string } => JSON.parse(line))
    .filter(({ msg }) => msg === 'request')
    .map(({ probe }) => probe);

describe('usage', () => {
  test('a wrong one exits 2 and says what is wrong', async () => {
    const { code, stdout, stderr } = await run('--repeat', 'often');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^picket: .*--repeat.*whole number from 1 to 1000000\.\nTry: picket --help\n$/,
    );
  });

  test('help and version are printed with exit code 0', async () => {
    expect(await run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    expect(await run('--help')).toMatchObject({ code: 0, stderr: '' });
  });

  test('without a config file it exits 2 and says where it looked', async () => {
    const { code, stderr } = await run();
    expect(code).toBe(2);
    expect(stderr).toContain('looked for probes.yaml, picket.yaml, monika.yml');
  });
});

describe('--validate', () => {
  test('exits 0 and counts what is valid, asking nobody', async () => {
    await write(probe('a'), probe('b'));
    const { code, stdout, stderr } = await run('--validate');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/probes\.yaml is valid: 2 probes, 2 requests\n$/);
    expect(target.connections()).toBe(0);
    expect(await folder.names()).toEqual(['probes.yaml']);
  });

  test('exits 1 and tells every error with its place', async () => {
    const file = await write(probe('a', { intervall: 3 }), probe('b', { requests: [{}] }));
    const { code, stdout, stderr } = await run('--validate', '-c', file);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('picket: the configuration has 2 errors\n');
    expect(stderr).toMatch(/probes\[0\]\.intervall/);
    expect(stderr).toMatch(/probes\[1\]\.requests\[0\]\.url/);
  });

  test('exits 1 where a channel cannot be used', async () => {
    const file = await folder.write('probes.yaml', {
      probes: [probe('a')],
      notifications: [{ id: 'ops', type: 'webhook', url: 'ftp://ops.test/' }],
    });
    const { code, stderr } = await run('--validate', '-c', file);
    expect(code).toBe(1);
    expect(stderr).toContain('notifications[0].url: is no http or https url');
  });
});

describe('passes', () => {
  test('--id runs the chosen probes once, in its order', async () => {
    await write(probe('a'), probe('b'), probe('c'));
    const { code, stdout } = await run('--id', 'c,a');
    expect(code).toBe(0);
    expect(asked(stdout)).toEqual(['c', 'a']);
  });

  test('--id with an unknown probe exits 2 and tells those there are', async () => {
    await write(probe('a'), probe('b'));
    const { code, stderr } = await run('--id', 'a,x');
    expect(code).toBe(2);
    expect(stderr).toContain('has no probe "x"; it has a, b');
  });

  test('--repeat runs whole passes in the order entered, leaving out suspended probes', async () => {
    await write(probe('a'), probe('b', { suspend: true }), probe('c'));
    const { code, stdout } = await run('--repeat', '3');
    expect(code).toBe(0);
    expect(asked(stdout)).toEqual(['a', 'c', 'a', 'c', 'a', 'c']);
  });

  test('passes keep state: counts go on over several calls, and an incident is sent before the end', async () => {
    await write(probe('a', { incidentThreshold: 5 }));
    target.switch('a', 'down');
    expect(await run('--repeat', '2')).toMatchObject({ code: 1 });
    expect(receiver.received).toEqual([]);
    expect(await run('--repeat', '3')).toMatchObject({ code: 1 });
    const [told, ...more] = receiver.received.map(({ body }) => JSON.parse(body));
    expect(told).toMatchObject({ type: 'incident', probe: { id: 'a' } });
    expect(more).toEqual([]);
    expect(await folder.names()).toContain('.probes.state.sqlite');
  });

  test('metrics are served where a port is given, and a taken one is refused', async () => {
    await write(probe('a'));
    await using other = startPicket(['--metrics-port', '0'], { cwd: folder.path });
    const [, url = ''] = await other.sees(/"metrics":"([^"]+)"/);
    const { code, stderr } = await run(
      '--id',
      'a',
      '--state',
      'x',
      '--metrics-port',
      new URL(url).port,
    );
    expect(code).toBe(1);
    expect(stderr).toContain('another process listens on port');
  });
});

test.each([
  ['a host of no address', 'nope.invalid', 'the host cannot be resolved'],
  ['another machine’s address', '192.0.2.1', 'the address is none of this machine'],
])('metrics on %s are refused with exit code 2', async (_, host, reason) => {
  await write(probe('a'));
  const { code, stderr } = await run(
    '--repeat',
    '1',
    '--metrics-port',
    '0',
    '--metrics-host',
    host,
  );
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `picket: cannot serve metrics on port 0 of ${host}: ${reason}\nTry: picket --help\n`,
  });
});

describe('--once', () => {
  test('exits 1 when an alert is true, keeps no state and tells nobody', async () => {
    await write(probe('a'), probe('b', { incidentThreshold: 1 }));
    target.switch('b', 'down');
    const { code, stdout } = await run('--once');
    expect(code).toBe(1);
    expect(asked(stdout)).toEqual(['a', 'b']);
    expect(receiver.received).toEqual([]);
    expect(await folder.names()).toEqual(['probes.yaml']);
  });

  test('exits 0 when none is', async () => {
    await write(probe('a'));
    expect(await run('--once')).toMatchObject({ code: 0 });
  });
});

describe('output', () => {
  test('text is one line a request, without control characters', async () => {
    await write(
      probe('a', { name: 'A', requests: [{ url: target.urlOf('a'), name: 'x\u001b[2Jy' }] }),
    );
    const { stdout } = await run('--once', '--output', 'text');
    expect(stdout).toMatch(/^✔ {2}a \/ x \[2Jy {2}200 OK {2}[\d.]+ ms\n$/);
  });

  test('a reader that goes away ends no pass', async () => {
    await write(probe('a', { incidentThreshold: 3 }));
    target.switch('a', 'down');
    await using picket = startPicket(['--repeat', '200', '--output', 'text'], { cwd: folder.path });
    picket.closeOutput();
    expect(await picket.ended).toMatchObject({ code: 1, stderr: '' });
    expect(receiver.received).toHaveLength(1);
    expect(target.connections()).toBe(200);
  });
});

describe('signals', () => {
  test('the first lets the run in progress end and starts no other', async () => {
    await write(probe('a'));
    await using picket = startPicket(['--repeat', '1000000'], { cwd: folder.path });
    await picket.sees(/"msg":"request"/);
    picket.kill('SIGTERM');
    expect(await picket.ended).toMatchObject({ code: 0, stderr: '' });
  });
});
