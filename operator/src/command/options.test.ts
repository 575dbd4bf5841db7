import { hostname } from 'node:os';
import { PicketError, Printed } from '@picket/monitor';
import { describe, expect, test } from 'vitest';
import { parseOptions } from './options.ts';

const parse = (argv: readonly string[], env = {}) => parseOptions(argv, env, '1.2.3');

function errorOf(argv: readonly string[]): unknown {
  try {
    return parse(argv);
  } catch (error) {
    return error;
  }
}

describe('parseOptions', () => {
  test('has a default for everything', () => {
    expect(parse([])).toEqual({
      namespaces: [],
      group: 'picket',
      host: '0.0.0.0',
      port: 9464,
      writesPerSecond: 100,
      concurrency: 1000,
      logLevel: 'info',
      pod: { name: hostname().toLowerCase(), namespace: 'default' },
    });
  });

  test('takes everything that is given', () => {
    const argv = ['--config=/etc/picket/config.yaml', '--kubeconfig=k', '--namespaces=a, b,a'];
    const more = ['--group=g', '--host=::', '--port=0', '--writes-per-second=5'];
    const rest = ['--concurrency=7', '--log-level=debug'];
    const env = { POD_NAME: 'picket-0', POD_NAMESPACE: 'monitoring', POD_UID: 'u' };
    expect(parse([...argv, ...more, ...rest], env)).toEqual({
      config: '/etc/picket/config.yaml',
      kubeconfig: 'k',
      namespaces: ['a', 'b'],
      group: 'g',
      host: '::',
      port: 0,
      writesPerSecond: 5,
      concurrency: 7,
      logLevel: 'debug',
      pod: { name: 'picket-0', namespace: 'monitoring', uid: 'u' },
    });
  });

  test.each([
    [['--port=70000'], /whole number from 0 to 65535/],
    [['--writes-per-second=0'], /whole number from 1 to 10000/],
    [['--log-level=loud'], /debug, info, warn, error/],
    [['--namespaces=a,B,-c'], /"B", "-c" cannot be the name of a namespace/],
    [['--colour'], /unknown option/],
    [['extra'], /too many arguments/],
  ])('refuses %j', (argv, message) => {
    const error = errorOf(argv);
    expect(error).toBeInstanceOf(PicketError);
    expect(error).toMatchObject({ code: 'PKT_USAGE', message: expect.stringMatching(message) });
  });

  test('prints help and version', () => {
    expect(errorOf(['--help'])).toBeInstanceOf(Printed);
    expect(errorOf(['--version'])).toMatchObject({ message: '1.2.3\n' });
  });
});
