import { fileURLToPath } from 'node:url';
import { buildByCommandLine } from '@picket/image';
import { trackerRoot } from './tracker-root.ts';

/** `node services/tracker-bridge/image/build.ts [--tag NAME:TAG] [--output FILE] [--root FOLDER]`: the tracker's image. */
await buildByCommandLine({
  name: 'picket-tracker',
  dockerfile: fileURLToPath(new URL('Dockerfile', import.meta.url)),
  rootContents: trackerRoot,
});
