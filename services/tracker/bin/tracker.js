#!/usr/bin/env node
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`tracker needs Node 24 or newer; this is ${process.version}\n`);
  process.exit(2);
}

const { load } = await import('./load-command.js');
const { main, processIo } = await load();
process.exitCode = await main(process.argv.slice(2), processIo(process));
