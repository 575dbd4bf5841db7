import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import LongestFirst from './.ci/longest-first.ts';

/**
 * `*.integration.test.ts` needs real servers (databases, ping, a Kubernetes API server), `*.cluster.test.ts` a
 * whole Kubernetes, which its files share, one after the other; every other test is self-contained.
 */
export default defineConfig({
  test: {
    reporters: ['default', './.ci/closing-line.ts'],
    // One a core. Vitest's own choice is one less: on two cores one file at a time, most of which wait for servers.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{services,operator,e2e,examples}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.{integration,cluster}.test.ts'],
          // Loading the modules of every file anew took more than half of the time; no test changes what others see.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{services,operator,e2e,examples}/**/*.integration.test.ts'],
          exclude: ['**/node_modules/**'],
          // One more than cores of the smallest machine: most of the time they wait for servers.
          maxWorkers: Math.max(3, availableParallelism()),
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'cluster',
          globalSetup: './e2e/global-set-up.ts',
          include: ['e2e/**/*.cluster.test.ts'],
          exclude: ['**/node_modules/**'],
          fileParallelism: false,
          // It has another number of workers than the others, so it is a group of its own where all are run.
          sequence: { groupOrder: 1 },
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
