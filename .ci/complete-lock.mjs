#!/usr/bin/env node
// A registry that holds only some platforms' builds leaves the others out of the lock file, and `npm ci` then
// refuses it. This writes the missing optional packages into package-lock.json. To be run after `npm install`.
import { readFileSync, writeFileSync } from 'node:fs';

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64'];

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const missing = Object.entries(lock.packages).flatMap(([place, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(([name]) => !isLocked(place, name))
    .map(([name, range]) => [`node_modules/${name}`, lockEntry(name, range, entry)]),
);
const packages = { ...lock.packages, ...Object.fromEntries(missing) };
const sorted = Object.entries(packages).sort(([one], [other]) => (one < other ? -1 : 1));
writeFileSync(
  file,
  `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`,
);
process.stdout.write(`${missing.length} packages added to the lock file\n`);

/** Looks where Node would: beside the package that asks for it, and in every folder above. */
function isLocked(place, name) {
  const folders = place.split('/node_modules/');
  return folders.some((_, depth) => {
    const above = folders.slice(0, folders.length - depth).join('/node_modules/');
    return (
      `${above}/node_modules/${name}` in lock.packages || `node_modules/${name}` in lock.packages
    );
  });
}

function lockEntry(name, range, { dev, license }) {
  const words = name.split(/[-/@]/);
  const cpu = processors.find(processor => words.includes(processor));
  const os = systems.find(system => words.includes(system));
  return {
    version: range.replace(/^[\^~]/, ''),
    ...(cpu && { cpu: [cpu] }),
    ...(dev && { dev }),
    ...(words.some(word => word.startsWith('musl')) && { libc: ['musl'] }),
    ...(license && { license }),
    optional: true,
    ...(os && { os: [os] }),
  };
}
