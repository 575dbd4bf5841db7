// Run by `helm test`. The Service may take a moment to lead to a replica that is ready.
import { setTimeout } from 'node:timers/promises';

const { SERVICE: service, PATIENCE_SECONDS: patience } = process.env;
const end = performance.now() + Number(patience) * 1000;

await answers('/readyz', text => text === 'ok\n');
await answers('/metrics', text => /^picket_probes /m.test(text));

async function answers(path, isRight) {
  for (;;) {
    const problem = await ask(path, isRight);
    process.stdout.write(`${service}${path}: ${problem ?? 'well'}\n`);
    if (problem === undefined) return;
    if (performance.now() > end) process.exit(1);
    await setTimeout(1000);
  }
}

async function ask(path, isRight) {
  try {
    const response = await fetch(`${service}${path}`, { signal: AbortSignal.timeout(5000) });
    const text = await response.text();
    if (!response.ok) return `status ${response.status}`;
    return isRight(text) ? undefined : `not what it should be: ${text.slice(0, 500)}`;
  } catch ({ message, cause }) {
    return cause instanceof Error ? `${message}: ${cause.message}` : message;
  }
}
