import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { catalogues } from './scripts/catalogues.ts';
import { mockServer } from './src/dev/mock/server.ts';

const server = process.env.GUICHE_SERVER ?? 'http://127.0.0.1:8080';
const local = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const isMocked = process.env.GUICHE_MOCK === '1';

/** Libraries that change together and are needed together share one file; all else follows the lazy routes. */
const groups = [
  {
    // What every page needs, also the login: one file compresses better than thirty small ones.
    name: 'base',
    priority: 2,
    includeDependenciesRecursively: false,
    test: new RegExp(
      [
        'src/state/(locale|session|storage|theme|toaster)\\.',
        'src/styles/[^/]+$',
        'src/lib/(cssVars|dates|permissions|version)\\.',
        'src/i18n/(Rich|errorText|i18n|index|useT)\\.',
        'src/api/(client|createClient|demo|error|transport)\\.',
        'src/app/(App|CrashPage|ErrorBoundary|LocaleSync|SessionRestore|guards|lazyPage|paths|routes)\\.',
        'src/ui/(Badge|Brand|Button|Field|IconButton|Input|PageSpinner|PasswordField|Spinner)\\.',
        'src/ui/(TextField|ThemeToggle|Toaster|Tooltip|toast)\\.',
        'lucide-react/dist/esm/(?!icons/)',
        'lucide-react/dist/esm/icons/(eye|eye-off|moon|sun)\\.',
        'vite/preload-helper',
      ].join('|'),
    ),
  },
  { name: 'forms', includeDependenciesRecursively: false, test: /node_modules\/(react-hook-form|valibot|@hookform)\// },
  { name: 'react', priority: 3, test: /node_modules\/(react|react-dom|scheduler)\// },
  {
    name: 'vendor',
    priority: 1,
    test: /node_modules\/(styled-components|@emotion|stylis|react-router|@preact|@lingui|@messageformat)\//,
  },
  {
    // What the signed-in pages share.
    name: 'desk',
    includeDependenciesRecursively: false,
    test: new RegExp(
      [
        'node_modules/@tanstack/(react-query|query-core)/',
        'src/realtime/',
        'src/api/(keys|queryClient)\\.',
        'src/lib/(sound|useMedia)\\.',
        'src/state/(drafts|drawer|incoming|presence|socketStatus|volume)\\.',
        'src/ui/(EmptyState|ErrorState|Menu|Pill|Popover|Skeleton|Switch|Tabs|Tag)\\.',
        'lucide-react/dist/esm/icons/(check|chevron-down|cloud-exclamation-point|messages-square|send-horizontal|x)\\.',
      ].join('|'),
    ),
  },
];

/** Swaps that make the first load smaller; the production builds behave the same. */
const alias = [
  { find: /^react-router$/, replacement: local('./node_modules/react-router/dist/production/index.mjs') },
  { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: local('./src/lib/syncExternalStore.ts') },
];

export default defineConfig(({ command }) => ({
  plugins: [catalogues(), react(), ...(isMocked ? [mockServer()] : [])],
  resolve: { alias: command === 'build' ? alias : [] },
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
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
    testTimeout: 20_000,
  },
}));
