import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { imagesIn, listedImages } from './archived-images.ts';

const digest = `sha256:${'a1'.repeat(32)}`;

test('an archive names its images and what they are made of', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'picket-archive-'));
  try {
    const annotations = { 'org.opencontainers.image.ref.name': 'localhost/shop:1' };
    const index = { schemaVersion: 2, manifests: [{ digest, size: 503, annotations }] };
    await writeFile(join(folder, 'index.json'), JSON.stringify(index));
    const archive = join(folder, 'shop.tar');
    await execa('tar', ['--create', '--file', archive, '--directory', folder, 'index.json']);
    expect(await imagesIn(archive)).toEqual([{ name: 'localhost/shop:1', digest }]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('what containerd knows is read from its list', () => {
  const listed = [
    'REF              TYPE                                       DIGEST  SIZE      PLATFORMS   LABELS',
    `localhost/shop:1 application/vnd.oci.image.manifest.v1+json ${digest} 566.0 KiB linux/amd64 -`,
    '',
  ];
  expect(listedImages(listed.join('\n'))).toEqual(new Map([['localhost/shop:1', digest]]));
  expect(listedImages(listed[0] ?? '')).toEqual(new Map());
});
