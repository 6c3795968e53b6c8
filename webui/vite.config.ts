import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { catalogues } from './scripts/catalogues.ts';
import { lean } from './scripts/lean.ts';
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
        'src/state/(leaving|locale|session|storage|theme|toaster)\\.',
        'src/styles/[^/]+$',
        'src/lib/(cssVars|dates|permissions|version)\\.',
        'src/i18n/(PartFailed|Rich|errorText|i18n|index|lazyPart|useT)\\.',
        'src/api/(client|createClient|demo|error|transport)\\.',
        'src/app/(App|CrashPage|ErrorBoundary|LocaleSync|SessionRestore|guards|lazyPage|paths|routes)\\.',
        'src/ui/(Badge|Brand|Button|Failure|Field|IconButton|Input|Link|PageSpinner|PasswordField|Spinner)\\.',
        'src/ui/(TextField|ThemeToggle|Toaster|Tooltip|toast)\\.',
        'lucide-react/dist/esm/(?!icons/)',
        'lucide-react/dist/esm/icons/(circle-exclamation-point|eye|eye-off|moon|sun)\\.',
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
        'src/realtime/(?!dispatch|contactLists|handlers/(auth|chat|contact|tag|user|whatsapp)\\.)',
        'src/api/(attendants|chats|connections|keys|queryClient|queues)\\.',
        'src/lib/(iso|lastSaid|phone|place|sound|useMedia)\\.',
        'src/state/(drafts|drawer|incoming|lookers|presence|scheduling|socketStatus|volume)\\.',
        'src/features/chats/useUnreadChats\\.',
        'src/app/(menu|shell/shortcuts)\\.',
        'src/ui/(Avatar|avatarModel|lazyLayer|ConfirmDialog|Dialog|EmptyState|ErrorState|Menu|Pill|Popover|Skeleton|Switch|Tabs|Tag)\\.',
        'lucide-react/dist/esm/icons/(book-user|calendar-clock|check|circle-check|chevron-down|cloud-exclamation-point|layout-dashboard|list-todo|message-circle-more|messages-square|plug|plus|search|send-horizontal|settings|tags|user-round|users-round|waypoints|wifi-off|x|zap)\\.',
      ].join('|'),
    ),
  },
  {
    // List and conversation; what only opens with a click stays behind its own import.
    name: 'tickets',
    includeDependenciesRecursively: false,
    test: new RegExp(
      [
        'node_modules/@tanstack/(react-virtual|virtual-core)/',
        'src/features/tickets/(?!components/(contact/|Attachment|Bulk|CallEntry|Card\\.styles|CloseDialog|ClosingFields|AudioPlayer|Composer|ContactCards|ContactPicker|DocumentCard|EditDialog|Emoji|ForwardDialog|Lightbox|LocalPicture|LocationCard|LookersLine|MediaPending|MessageExtras|MessageHit|MessageMenu|NewContact|NewTicketForm|NewTicketSteps|OutgoingFile|PeekDialog|QuickList|QuotePreview|RecordingBar|SavedFilters|Search(Field|Panel)|SendProblem|StatusFilter|StyleToggles|TagEditor|TagFilter|TransferForm|UnknownList|Unsupported|UserFilter|VideoMedia|WhisperBand|richMedia)|hooks/(useAutoGrow|useClosing|useCreateTicket|useDownload|useDraftText|useQuickReply|useTyping|useWhisper)|model/(lookers|contactDrawer|contactForm|emoji|newTicket|quickReplies|snippet|tagEditor|vcard)|bulkCalls|noteCalls|savedFilters)',
        'src/(state/(chosenTickets|contactDrawer|signature)|ui/(VirtualList|useSteadyOrder))\\.',
        'lucide-react/dist/esm/icons/(arrow-down|arrow-left|arrow-left-right|ban|bot|check-check|circle-question-mark)\\.',
        'lucide-react/dist/esm/icons/(clock|ellipsis-vertical|image-off|inbox|bookmark|list-checks|mail-open|message-square|mic|paperclip|pause|pen-line|trash)\\.',
        'lucide-react/dist/esm/icons/(face-slightly-smiling|play|rotate-ccw|undo-2|upload|venetian-mask)\\.',
      ].join('|'),
    ),
  },
];

/** Swaps that make the first load smaller; the production builds behave the same. */
const swaps = [
  { find: /^react-router$/, replacement: local('./node_modules/react-router/dist/production/index.mjs') },
  { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: local('./src/lib/syncExternalStore.ts') },
];

export default defineConfig(({ command }) => ({
  plugins: [catalogues(), lean(), react(), ...(isMocked ? [mockServer()] : [])],
  resolve: { alias: [{ find: /^@\//, replacement: local('./src/') }, ...(command === 'build' ? swaps : [])] },
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
