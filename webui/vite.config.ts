import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { catalogues } from './scripts/catalogues';
import { mockServer } from './src/dev/mock/server';

const server = process.env.GUICHE_SERVER ?? 'http://127.0.0.1:8080';
const isMocked = process.env.GUICHE_MOCK === '1';

/** Libraries that change together and are needed together share one file; all else follows the lazy routes. */
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'style', test: /node_modules\/(styled-components|@emotion|stylis)\// },
  { name: 'router', test: /node_modules\/react-router\// },
  { name: 'query', test: /node_modules\/@tanstack\/(react-query|query-core)\// },
  { name: 'signals', test: /node_modules\/@preact\// },
  { name: 'i18n', test: /node_modules\/(@lingui|@messageformat)\// },
];

export default defineConfig({
  plugins: [catalogues(), react(), ...(isMocked ? [mockServer()] : [])],
  build: {
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    port: 5173,
    host: '127.0.0.1',
    proxy: isMocked
      ? undefined
      : {
          '/api': server,
          '/media': server,
          '/simulator/api': server,
          '/socket.io': { target: server, ws: true },
        },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/dev/testSetup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
  },
});
