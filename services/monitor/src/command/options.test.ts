import { describe, expect, test } from 'vitest';
import { Printed } from './arguments.ts';
import { type Options, readOptions } from './options.ts';
import { readCall } from './program.ts';

const parse = (...argv: string[]) => readOptions(readCall(argv, '1.2.3').given);
const plain: Options = { once: false, validate: false, metricsHost: '127.0.0.1' };

describe('options', () => {
  const cases: [string[], Partial<Options>][] = [
    [[], {}],
    [['-c', 'shop.yaml'], { config: 'shop.yaml' }],
    [['--config', 'shop.yaml'], { config: 'shop.yaml' }],
    [['--id', 'b, a,b'], { ids: ['b', 'a', 'b'], passes: 1 }],
    [['--repeat', '3'], { passes: 3 }],
    [['--id', 'a', '--repeat', '3'], { ids: ['a'], passes: 3 }],
    [['--once'], { once: true, passes: 1 }],
    [['--once', '--id', 'a'], { once: true, ids: ['a'], passes: 1 }],
    [['--validate'], { validate: true }],
    [['--state', 'kept.sqlite'], { state: 'kept.sqlite' }],
    [['--metrics-port', '0'], { metricsPort: 0 }],
    [
      ['--metrics-port', '9464', '--metrics-host', '::1'],
      { metricsPort: 9464, metricsHost: '::1' },
    ],
    [['--output', 'text'], { output: 'text' }],
    [['--output', 'json'], { output: 'json' }],
    [['--har', 'a.har'], { importing: { kind: 'har', file: 'a.har', variables: [] } }],
    [
      ['--postman', 'a.json', '--variables', 'b.json', '--variables', 'c.yaml', '--once'],
      {
        importing: { kind: 'postman', file: 'a.json', variables: ['b.json', 'c.yaml'] },
        once: true,
        passes: 1,
      },
    ],
  ];
  test.each(cases)('%j, also after run', (argv, expected) => {
    expect(parse(...argv)).toEqual({ ...plain, ...expected });
    expect(parse('run', ...argv)).toEqual({ ...plain, ...expected });
  });
});

describe('wrong usage', () => {
  const cases: [string[], RegExp][] = [
    [['--repaet', '3'], /unknown option '--repaet'\s+\(Did you mean --repeat\?\)/],
    [['probes.yaml'], /no command 'probes.yaml' \(a config file is named with -c\)/],
    [['valdate'], /no command 'valdate' \(did you mean validate\?\)/],
    [['run', 'probes.yaml'], /too many arguments/],
    [['-c'], /'-c, --config <file>' argument missing/],
    [['--id', 'a,,b'], /Give ids such as a,b/],
    [['--repeat', '0'], /whole number from 1 to 1000000/],
    [['--repeat', '1.5'], /whole number from 1 to 1000000/],
    [['--repeat', '-1'], /whole number|argument missing/],
    [['--metrics-port', '65536'], /whole number from 0 to 65535/],
    [['--output', 'xml'], /Allowed choices are text, json/],
    [['--once', '--repeat', '2'], /--once runs one pass and --repeat several/],
    [['--har', 'a.har', '-c', 'b.yaml'], /--har and --config name a file each/],
    [['--har', 'a.har', '--postman', 'b.json'], /--postman and --har name a file each/],
    [['--variables', 'b.json'], /--variables goes with --postman or --insomnia/],
    [['--har', 'a.har', '--variables', 'b.json'], /a HAR file has none/],
    [['--once', '--state', 'kept.sqlite'], /--once keeps no state/],
  ];
  test.each(cases)('%j', (argv, message) => {
    expect(() => parse(...argv)).toThrow(
      expect.objectContaining({ code: 'PKT_USAGE', message: expect.stringMatching(message) }),
    );
  });
});

test('help lists every option and exit code, and the version is told', () => {
  const printed = (argv: string) => {
    try {
      parse(argv);
    } catch (error) {
      if (error instanceof Printed) return error.message;
    }
    throw new Error('nothing was printed');
  };
  const options = printed('--help').match(/^ {2}(-\w, )?--[\w-]+( <\w+>)?/gm);
  expect(options?.map(option => option.trim())).toEqual([
    '-V, --version',
    '-c, --config <file>',
    '--id <ids>',
    '--repeat <n>',
    '--once',
    '--validate',
    '--state <file>',
    '--history <place>',
    '--no-history',
    '--metrics-port <port>',
    '--metrics-host <host>',
    '--output <form>',
    '--postman <file>',
    '--insomnia <file>',
    '--har <file>',
    '--variables <file>',
    '-h, --help',
  ]);
  expect(printed('--help')).toMatch(/Exit codes: 0 .*, 1 .*, 2 /);
  expect(printed('--version')).toBe('1.2.3\n');
});
