#!/usr/bin/env node
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`tracker-mcp needs Node 24 or newer; this is ${process.version}\n`);
  process.exit(2);
}

const { main } = await import('../src/mcp/main.ts');
process.exitCode = await main(process);
