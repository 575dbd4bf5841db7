#!/usr/bin/env node
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`tracker needs Node 24 or newer; this is ${process.version}\n`);
  process.exit(2);
}

const { keepCompiled } = await import('./compile-cache.js');
const { mainModule } = await import('./main-module.js');
keepCompiled(process.env);
const { main, processIo } = await import(mainModule().href);
process.exitCode = await main(process.argv.slice(2), processIo(process));
