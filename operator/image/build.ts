import { fileURLToPath } from 'node:url';
import { buildByCommandLine } from '@picket/image';
import { operatorRoot } from './operator-root.ts';

/** `node operator/image/build.ts [--tag NAME:TAG] [--output FILE] [--root FOLDER]`: the operator's image. */
await buildByCommandLine({
  name: 'picket-operator',
  dockerfile: fileURLToPath(new URL('Dockerfile', import.meta.url)),
  rootContents: operatorRoot,
});
