#!/usr/bin/env node
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`tracker needs Node 24 or newer; this is ${process.version}\n`);
  process.exit(2);
}

const { main } = await import('../src/command/main.ts');
process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: new AbortController().signal,
});
