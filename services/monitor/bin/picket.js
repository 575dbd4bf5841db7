#!/usr/bin/env node
// Name look-ups run on Node's thread pool, whose four threads would make slow ones wait for each other.
process.env.UV_THREADPOOL_SIZE ??= '32';

const { main } = await import('../src/command/main.ts');
process.exitCode = await main(process.argv.slice(2), process);
