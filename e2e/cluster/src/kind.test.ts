import { expect, test } from 'vitest';
import { gatewayOf, kindArguments } from './kind.ts';

test('builds the arguments of kind', () => {
  expect(kindArguments.create('/state/kubeconfig').join(' ')).toBe(
    'create cluster --name picket --kubeconfig /state/kubeconfig --wait 180s',
  );
  expect(kindArguments.export('/state/kubeconfig').join(' ')).toBe(
    'export kubeconfig --name picket --kubeconfig /state/kubeconfig',
  );
  expect(kindArguments.delete('/state/kubeconfig').join(' ')).toBe(
    'delete cluster --name picket --kubeconfig /state/kubeconfig',
  );
  expect(kindArguments.load('/image.tar').join(' ')).toBe(
    'load image-archive /image.tar --name picket',
  );
  expect(kindArguments.load('/image.tar', 'theirs').join(' ')).toBe(
    'load image-archive /image.tar --name theirs',
  );
});

test("finds the IPv4 gateway of Docker's network", () => {
  const inspected = [
    { IPAM: { Config: [{ Gateway: 'fc00:f853::1' }, { Gateway: '172.18.0.1' }] } },
  ];
  expect(gatewayOf(JSON.stringify(inspected, undefined, 4))).toBe('172.18.0.1');
  expect(() => gatewayOf('[]')).toThrow('no IPv4 gateway');
});
