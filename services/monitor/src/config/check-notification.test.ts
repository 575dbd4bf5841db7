import { describe, expect, test } from 'vitest';
import { ConfigError } from './config-error.ts';
import { loadChannels } from './load.ts';

const env = { HOOK: 'T0/hunter2', TEAM: '{{ message }}', PASSWORD: 'hunter2' };

function load(text: string) {
  return loadChannels('picket.yaml', { env, readFile: async () => Buffer.from(text) });
}

async function problemsOf(text: string) {
  const error = await load(text).then(
    () => expect.fail('it was loaded'),
    error => error,
  );
  if (!(error instanceof ConfigError)) throw error;
  expect(error.message).not.toContain('hunter2');
  return error.problems.map(({ line, path, message, hint = '' }) => ({
    line,
    path,
    message,
    hint,
  }));
}

describe('a channel', () => {
  test('has its settings rendered, but its templates of messages as they are written', async () => {
    const channels = await load(`
notifications:
  - id: chat
    type: slack
    url: https://hooks.test/{{ env.HOOK }}
    title: "[{{ env.TEAM }}] {{ summary }}"
  - id: mail
    type: smtp
    host: mail.test
    user: picket
    password: "{{ env.PASSWORD }}"
    from: Picket <picket@shop.test>
    to: [ops@shop.test]
    groupSubject: "{{ count }} at once"
`);
    expect(channels).toMatchObject([
      { url: 'https://hooks.test/T0/hunter2', title: '[{{ env.TEAM }}] {{ summary }}' },
      { password: 'hunter2', groupSubject: '{{ count }} at once' },
    ]);
  });

  test('has all its mistakes told at once, each with its line', async () => {
    expect(
      await problemsOf(`
notifications:
  - id: chat
    type: slack
    url: https://hooks.test/{{ env.HOK }}
    title: "{{ probe.nam }} {{ env.TEM }}"
    text: "{{ mesage }}"
    groupTitle: "{{ probe.name }}"
    iconEmoji: owl
  - id: mail
    type: smtp
    host: mail.test
    from: ops@shop.test
    to: [ops@shop.test]
    subject: "{{ summary"
    groupWait: 100000
`),
    ).toEqual([
      {
        line: 5,
        path: 'notifications[0].url',
        message: '`env` has no `HOK`',
        hint: 'set it in the environment picket runs in',
      },
      {
        line: 6,
        path: 'notifications[0].title',
        message: '`probe.nam` is not known',
        hint: 'write `probe.id` or `probe.name` or `probe.description`',
      },
      {
        line: 6,
        path: 'notifications[0].title',
        message: '`env` has no `TEM`',
        hint: 'set it in the environment picket runs in',
      },
      {
        line: 7,
        path: 'notifications[0].text',
        message: 'unknown name `mesage`',
        hint: 'did you mean "message"?',
      },
      {
        line: 8,
        path: 'notifications[0].groupTitle',
        message: 'unknown name `probe`',
        hint: 'did you mean "probes"?',
      },
      expect.objectContaining({ line: 9, path: 'notifications[0].iconEmoji' }),
      expect.objectContaining({
        line: 15,
        path: 'notifications[1].subject',
        message: '`{{ summary` is not closed by `}}`',
      }),
      expect.objectContaining({ line: 16, path: 'notifications[1].groupWait' }),
    ]);
  });

  test('that cannot be made is told everything that stands in the way', async () => {
    const problems = await problemsOf(`
notifications:
  - { id: chat, type: slack, url: "ftp://hunter2/", title: "{{ nobody }}" }
  - id: mail
    type: smtp
    host: mail.test
    security: none
    user: picket
    password: hunter2
    from: nobody
    to: [ops@shop.test, hunter2, also hunter2]
    tls: { ca: hunter2 }
  - id: alerts
    type: alertmanager
    urls: ["http://a.test/api/v1/alerts", "hunter2"]
    headers: { Content-Type: hunter2 }
    labels: { probe: mine, 1st: x }
    links:
      dashboard: "http://{{ probe.id }}/"
  - id: tickets
    type: tracker
    url: http://picket:hunter2@tracker.test
    token: "hunter2 "
    links: { a: nowhere, b: also nowhere }
  - id: hook
    type: webhook
    url: ftp://hunter2
    headers: { Expect: hunter2, Te: hunter2 }
`);
    expect(problems.map(({ line, path, message }) => `${line} ${path} ${message}`)).toEqual(
      [
        /^3 .*0].title unknown name `nobody`$/,
        /^3 .*0].url is no http or https url$/,
        /^7 .*1].security none would show the password/,
        /^10 .*1].from is no address/,
        /^11 .*1].to\[1] is no address/,
        /^11 .*1].to\[2] is no address/,
        /^12 .*1].tls cannot be used/,
        /^15 .*2].urls\[0] is of version 1/,
        /^15 .*2].urls\[1] is no http or https url$/,
        /^16 .*2].headers\["Content-Type"] is set by Picket itself$/,
        /^17 .*2].labels.probe is set by Picket itself$/,
        /^17 .*2].labels\["1st"] has a name/,
        /^19 .*2].links.dashboard .*depends on the probe$/,
        /^22 .*3].url holds a user or password/,
        /^23 .*3].token holds something else/,
        /^24 .*3].links.a is no http or https url/,
        /^24 .*3].links.b is no http or https url/,
        /^27 .*4].url is no http or https url$/,
        /^28 .*4].headers.Expect is set by Picket itself$/,
        /^28 .*4].headers.Te is set by Picket itself$/,
      ].map(form => expect.stringMatching(form)),
    );
  });
});
