import type { NextConfig } from 'next';

const config: NextConfig = {
  // Tests build into a folder of their own.
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  // With the types that Next makes, which are there only once it has built.
  typescript: { tsconfigPath: 'tsconfig.next.json' },
};

export default config;
