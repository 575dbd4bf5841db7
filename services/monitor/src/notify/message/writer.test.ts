import { describe, expect, test } from 'vitest';
import { sampleTransition } from '../../../fixtures/sample-change.ts';
import type { Transition } from '../../alert/transition.ts';
import type { Severity } from '../../probe/schema/alert.ts';
import { createWriter, type MessageTexts } from './writer.ts';

const env = { TEAM: 'payments' };

function write(transitions: readonly Transition[], texts: MessageTexts = {}) {
  return createWriter({ id: 'chat', texts, env, toLiteral: text => text.replaceAll('<', '(') })(
    transitions,
  );
}

/** The incident of an alert of a probe of that name. */
function incident(probe: string, severity?: Severity): Transition {
  const { alert, ...rest } = sampleTransition(probe, 1, 'down');
  const { severity: _, ...bare } = alert;
  return {
    ...rest,
    probe: { id: probe, name: probe },
    alert: { ...bare, ...(severity && { severity }) },
  };
}

const recovery = (probe: string): Transition => ({
  ...incident(probe, 'critical'),
  ...{ id: `${probe} recovered`, type: 'recovery', message: 'Status is 200' },
});

const named = (transition: Transition): Transition => ({
  ...transition,
  request: { ...transition.request, name: 'health' },
});

describe('without templates', () => {
  test('an incident says what happened, of what, and since when', () => {
    const { title, items, more } = write([sampleTransition('uid', 1)]);
    expect(title).toBe('Incident: The shop: response.status != 200');
    expect(items.map(({ text }) => text)).toEqual([
      [
        'Status is 503',
        '',
        'Request: GET http://shop.test/',
        'Result: 503 Service Unavailable in 12 ms',
        'Alert: response.status != 200 (critical)',
        'Since: 2025-12-31 23:59:20 UTC',
      ].join('\n'),
    ]);
    expect(more).toBeUndefined();
  });

  test('several of one probe name it', () => {
    const { title } = write([incident('The till'), named(incident('The till'))]);
    expect(title).toBe('2 incidents of The till');
  });

  test('a request that has a name is told with where it goes', () => {
    const { items } = write([named(sampleTransition('uid', 1))]);
    expect(items[0]?.text).toContain('\nRequest: health, http://shop.test/\n');
  });

  test('a recovery says how long it lasted', () => {
    const { title, items } = write([sampleTransition('uid', 2)]);
    expect(title).toBe('Recovered: The shop: response.status != 200');
    expect(items[0]?.text).toContain('Lasted: 40 s, since 2025-12-31 23:59:20 UTC');
  });

  test('several are told in numbers, and each in two lines', () => {
    const { title, items } = write([
      recovery('c'),
      named(incident('b')),
      incident('a', 'critical'),
    ]);
    expect(title).toBe('2 incidents (1 critical) and 1 recovery of 3 probes');
    expect(items.map(({ text }) => text)).toEqual([
      'Incident: a: down (critical)\nGET http://shop.test/: Status is 503',
      'Incident: b: down\nhealth: Status is 503',
      'Recovered: c: down (after 40 s)\nGET http://shop.test/: Status is 200',
    ]);
  });
});

test('of an outage of ten thousand probes the twenty most severe incidents are listed', () => {
  const severities = [undefined, 'info', 'warning', 'critical'] as const;
  const many = Array.from({ length: 10_000 }, (_, n) =>
    incident(`probe ${n}`, n === 9_999 ? 'critical' : severities[n % 3]),
  );
  const { title, items, more } = write(many);
  expect(title).toBe('10,000 incidents (1 critical, 3,333 warning, 3,333 info) of 10,000 probes');
  expect(items).toHaveLength(20);
  expect(items[0]?.transition.probe.id).toBe('probe 9999');
  expect(new Set(items.slice(1).map(({ transition }) => transition.alert.severity))).toEqual(
    new Set(['warning']),
  );
  expect(more).toBe('… and 9,980 more');
});

test('what one alert did stays together and in order, placed by what it did last', () => {
  const flapping = [
    incident('a', 'info'),
    recovery('a'),
    { ...incident('a', 'info'), id: 'again' },
  ];
  const { items } = write([recovery('b'), ...flapping, incident('c', 'critical')]);
  const told = items.map(({ transition: { probe, type } }) => `${probe.id} ${type}`);
  expect(told).toEqual(['c incident', 'a incident', 'a recovery', 'a incident', 'b recovery']);
});

describe('templates', () => {
  test('of one transition read it and the environment', () => {
    const { title, items } = write([sampleTransition('uid', 2)], {
      title: '[{{ env.TEAM }}] {{ type }} of {{ probe.name }} after {{ duration }}',
      text: '{{ message }}: {{ response.status }} in {{ response.time }} ms{{ response.reason }}',
    });
    expect(title).toBe('[payments] recovery of The shop after 40 s');
    expect(items[0]?.text).toBe('Status is 503: 503 in 12 ms');
  });

  test('of several: each is told by the text, all by the title of the group', () => {
    const { title, items } = write([incident('a', 'warning'), recovery('b')], {
      title: 'not this one',
      text: '{{ probe.name }} is one of {{ count }}',
      groupTitle: '{{ count }}: {{ incidents }}+{{ recoveries }}, {{ severity }}: {{ summary }}',
    });
    expect(title).toBe('2: 1+1, warning: 1 incident (1 warning) and 1 recovery of 2 probes');
    expect(items.map(({ text }) => text)).toEqual(['a is one of 2', 'b is one of 2']);
  });

  test('have values made literal, also inside names, but not what their author wrote', () => {
    const hostile = { ...incident('<!channel>'), message: '<!here>' };
    const { items } = write([hostile], { text: '<b>{{ probe.name }}{{ message }}' });
    expect(items[0]?.text).toBe('<b>(!channel>(!here>');
  });

  test.each([
    [{ text: '{{ mesage }}' }, 'unknown name `mesage`'],
    [{ groupTitle: '{{ probe.name }}' }, 'unknown name `probe`'],
    [{ title: '{{ env.GONE }}' }, '`env` has no `GONE`'],
    [{ title: '{{ response.body }}' }, '`response.body` is not known'],
    [{ title: '{{ type.length }}' }, '`type` holds no `length`'],
  ])('%j is refused', (texts, message) => {
    expect(() => write([], texts)).toThrow(
      expect.objectContaining({
        code: 'PKT_CONFIG_INVALID',
        message: expect.stringContaining(message),
      }),
    );
  });
});
