import { defineConfig } from 'vite';
import { compressFiles } from './compress-files.ts';

/** `npm run dev` needs a `tracker-web` beside it, for the endpoints. */
const server = { proxy: { '/api': 'http://127.0.0.1:3847' } };

export default defineConfig({
  server,
  plugins: [compressFiles()],
  build: {
    outDir: '../dist/ui',
    emptyOutDir: true,
    target: 'es2023',
    // The first that know light-dark(), in which the colours are written.
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    sourcemap: false,
    // Content-Security-Policy allows no data: scripts, and small files gain nothing.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // These change with upgrades of the libraries only, so that browsers keep them through ours.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|wouter)[\\/]/ },
            { name: 'typebox', test: /node_modules[\\/]typebox[\\/]/ },
          ],
        },
      },
      // Libraries mark modules for servers that render React; here everything is the client.
      onLog(level, log, next) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') next(level, log);
      },
    },
  },
});
