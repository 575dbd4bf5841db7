import { defineConfig } from 'vitest/config';

/** `*.integration.test.ts` needs real servers (databases, ping); every other test is self-contained. */
export default defineConfig({
  test: {
    reporters: ['default', './.ci/closing-line.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{services,operator,examples}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.integration.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{services,operator,examples}/**/*.integration.test.ts'],
          exclude: ['**/node_modules/**'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
