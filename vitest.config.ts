import { defineConfig } from 'vitest/config'

const only = (name: string, include: string[], exclude: string[] = []) => ({
  name,
  include,
  exclude: ['**/node_modules/**', 'dist/**', ...exclude],
})

/** Replaces a module for all that import it, so its modules are its own. */
const apart = 'server/testing/marketplaces/second-marketplace.db.test.ts'
const database = {
  globalSetup: ['server/testing/postgres-global.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...only(
            'unit',
            ['{contract,server,simulator,scripts,demo,bench,agent,web}/**/*.test.{ts,tsx}'],
            ['**/*.db.test.ts', '**/*.emulator.test.ts', '**/*.hook.test.tsx'],
          ),
          environment: 'node',
          testTimeout: 30_000,
        },
      },
      {
        // Hooks of the panel in a simulated page, against a real HTTP server.
        test: {
          ...only('web', ['web/**/*.hook.test.tsx']),
          environment: 'jsdom',
          setupFiles: ['web/testing/browser-apis.ts'],
        },
      },
      {
        test: {
          ...only('database', ['server/**/*.db.test.ts', '{scripts,demo,bench}/**/*.db.test.ts'], [apart]),
          ...database,
          // Loading the server once per worker instead of once per file.
          isolate: false,
        },
      },
      { test: { ...only('database-apart', [apart]), ...database } },
      {
        // Started by scripts/test-firebase.ts, which runs the Auth emulator beside it.
        test: {
          ...only('firebase', ['server/**/*.emulator.test.ts']),
          globalSetup: ['server/testing/postgres-global.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...only(
            'browser',
            ['e2e/**/*.e2e.ts'],
            // `npm test -- --every-look`.
            ['e2e/engines/**', ...(process.env.EVERY_LOOK === '1' ? [] : ['e2e/every-look/**'])],
          ),
          globalSetup: ['e2e/seeded-data.ts'],
          // One Chromium per worker (e2e/chromium.ts).
          isolate: false,
          // As long as a locator waits.
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        // `npm test -- --browsers`: scripts/test.ts finds the programs.
        test: {
          ...only('engines', ['e2e/engines/*.e2e.ts']),
          globalSetup: ['e2e/seeded-data.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
