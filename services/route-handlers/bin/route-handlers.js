#!/usr/bin/env node
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`route-handlers needs Node 24 or newer; this is ${process.version}\n`);
  process.exit(2);
}

// What it loads is compiled once, not at each run.
const { enableCompileCache } = await import('node:module');
enableCompileCache();

const { main } = await import('../dist/command/main.js');
process.exitCode = await main(process.argv.slice(2), process);
