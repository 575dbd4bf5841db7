#!/usr/bin/env -S node --max-semi-space-size=2 --heap-growing-percent=30
// The flags let V8 collect sooner, as in the picket command.

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`picket-operator needs Node 24 or newer; this is ${process.version}\n`);
  process.exit(2);
}

// Name look-ups run on Node's thread pool, whose four threads would make slow ones wait for each other.
process.env.UV_THREADPOOL_SIZE ??= '32';

const { main } = await import('../src/command/main.ts');
process.exitCode = await main(process.argv.slice(2), process);
