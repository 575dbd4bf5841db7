import { expect, test } from 'vitest';
import { infoLabels } from './info-labels.ts';

const common = { job: 'picket', namespace: 'shop', probe: 'home' };

test('stands the probe’s labels beside ours', () => {
  expect(infoLabels(common, { name: 'Home', labels: { team: 'web' } })).toEqual({
    ...common,
    name: 'Home',
    team: 'web',
  });
});

test('lets no label of the probe take the place of another', () => {
  const labels = { exported_job: 'a', job: 'b', __name__: 'up', instance: 'c' };
  expect(infoLabels(common, { name: 'Home', labels })).toEqual({
    ...common,
    name: 'Home',
    exported_job: 'a',
    exported_exported_job: 'b',
    exported___name__: 'up',
    exported_instance: 'c',
  });
});
