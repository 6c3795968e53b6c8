import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { catalogues } from './scripts/catalogues.ts';
import { emojis } from './scripts/emojis.ts';
import { firstChunks } from './scripts/firstChunks.ts';
import { partNames } from './scripts/partNames.ts';
import { pureParts } from './scripts/pureParts.ts';
import { mockServer } from './src/dev/mock/server.ts';

const server = process.env.GUICHE_SERVER ?? 'http://127.0.0.1:8080';
const local = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const isMocked = process.env.GUICHE_MOCK === '1';

/** Swaps that make the first load smaller; the production builds behave the same. */
const swaps = [
  { find: /^react-router$/, replacement: local('./node_modules/react-router/dist/production/index.mjs') },
  { find: /^stylis$/, replacement: local('./scripts/stylis.js') },
  { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: local('./src/lib/syncExternalStore.ts') },
];

export default defineConfig(({ command }) => ({
  plugins: [catalogues(), emojis(), pureParts(), partNames(), react(), ...(isMocked ? [mockServer()] : [])],
  resolve: { alias: [{ find: /^@\//, replacement: local('./src/') }, ...(command === 'build' ? swaps : [])] },
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [firstChunks()] } } },
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
    // A process for each core loads jsdom once and gives each file a context of its own.
    pool: 'vmForks',
    maxWorkers: Math.max(2, availableParallelism()),
    // Where a company is that has not said so.
    env: { TZ: 'America/Sao_Paulo' },
    setupFiles: ['src/dev/testSetup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    testTimeout: 20_000,
  },
}));
