#!/usr/bin/env node
// CommonJS, as its package.json says: Node's loader of ES modules would be a tenth of the time a run takes.
'use strict';

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`tracker needs Node 24 or newer; this is ${process.version}\n`);
  process.exit(2);
}

const { load } = require('./load-command.js');

async function run() {
  const { main, processIo } = await load();
  process.exitCode = await main(process.argv.slice(2), processIo(process));
}

run();
