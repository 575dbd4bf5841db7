import { expect, onTestFinished, test } from 'vitest';
import { runPicket } from '../../fixtures/picket-process.ts';
import { createTestFolder } from '../../fixtures/test-folder.ts';
import { accept, type Behaviour, refuse, startReceiver } from '../../fixtures/webhook-receiver.ts';

async function start(behave: Behaviour) {
  const receiver = await startReceiver(behave);
  onTestFinished(receiver.close);
  return receiver;
}

test('a test incident and its recovery are sent on the channel as it is configured', async () => {
  const [hook, chat, broken] = await Promise.all([
    start(accept),
    start(response => response.writeHead(200).end('ok')),
    start(refuse(500)),
  ]);
  await using folder = await createTestFolder();
  const file = await folder.write(
    'picket.yaml',
    `notifications:
  - { id: ops, type: webhook, url: "${hook.url}/{{ env.HOOK }}" }
  - { id: chat, type: slack, url: "${chat.url}/", title: "[{{ env.TEAM }}] {{ summary }}" }
  - { id: broken, type: webhook, url: "${broken.url}/{{ env.HOOK }}", timeout: 5000 }
`,
  );
  const call = (...args: string[]) =>
    runPicket(['notify-test', ...args], {
      cwd: folder.path,
      env: { HOOK: 'hunter2', TEAM: 'shop' },
    });

  const [ops, told, failed, unknown] = await Promise.all([
    call('ops'),
    call('chat', '-c', file),
    call('broken'),
    call('oops'),
  ]);

  expect(ops).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^ops: the test incident was taken after \d+ ms\nops: the test recovery was taken after \d+ ms\n$/,
    ),
    stderr: '',
  });
  const sent = hook.received.map(({ body }) => JSON.parse(body));
  expect(sent).toMatchObject([
    { type: 'incident', probe: { id: 'picket-notify-test' } },
    { type: 'recovery', probe: { id: 'picket-notify-test' } },
  ]);
  expect(sent[0].message).toContain('This is a test of the channel ops');

  expect(told.code).toBe(0);
  expect(JSON.parse(chat.received[0]?.body ?? '').text).toBe(
    '*[shop] Incident: picket-notify-test: test*',
  );

  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toMatch(
    /^broken: the test incident was not taken: 127\.0\.0\.1:\d+ answered with status 500, after \d+ ms\n$/,
  );
  expect(broken.received).toHaveLength(1);

  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('has no channel "oops"; it has ops, chat, broken');
});
