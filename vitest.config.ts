import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const only = (name: string, include: string[], exclude: string[] = []) => ({
  name,
  include,
  exclude: ['**/node_modules/**', 'dist/**', ...exclude],
})

/** The same moment and the same random values in every run. */
const given = { setupFiles: ['scripts/testing/given-world.ts'] }

/** A third worker uses the cores while two wait for timers or PostgreSQL. A group of its own, because browsers have two. */
const workers = { maxWorkers: 3, sequence: { groupOrder: 1 } }

/** Begun last, one of these would keep the others waiting for its end. */
const longFiles = [
  'bench/faults/channels/channels.db.test.ts',
  'bench/faults/faults.db.test.ts',
  'scripts/start.db.test.ts',
  'server/app.db.test.ts',
  'server/db/backup/backup.db.test.ts',
  'server/db/postgres/private-postgres.db.test.ts',
  'server/files/file-threads.test.ts',
  'server/marketplaces/odd-partner.db.test.ts',
  'server/marketplaces/poll.db.test.ts',
  'server/orders/taking/ifood.db.test.ts',
  'server/printing/agent/agent.db.test.ts',
  'server/reports/closing/kept-tables.db.test.ts',
  'server/reports/customer/customer-report.db.test.ts',
  'server/reports/daily/daily-report.db.test.ts',
  'server/reports/sale/sale-report.db.test.ts',
  'server/worker/in-turns.db.test.ts',
]
const isLong = ({ moduleId }: TestSpecification) => longFiles.some((file) => moduleId.endsWith(`/${file}`))

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project)
    return [...byProject.values()].flatMap((its) => [
      ...its.filter(isLong),
      ...its.filter((file) => !isLong(file)),
    ])
  }
}

/** They replace the table of channels for all that import it, so their modules are their own. */
const apart = 'server/testing/marketplaces/*.db.test.ts'
const database = {
  ...given,
  ...workers,
  // As long as `until` (server/testing/until.ts) waits.
  expect: { poll: { timeout: 30_000, interval: 20 } },
  globalSetup: ['server/testing/postgres-global.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

// Many tests start programs of ours: the first leaves the sources compiled for the others.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache', 'compiled')

export default defineConfig({
  // Here and not in a project, so that all projects share what was transformed.
  resolve: { alias: { 'fast-check': join(import.meta.dirname, 'scripts/testing/fast-check.ts') } },
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          ...only(
            'unit',
            ['{contract,server,simulator,scripts,demo,bench,agent,web}/**/*.test.{ts,tsx}'],
            ['**/*.db.test.ts', '**/*.emulator.test.ts', '**/*.cluster.test.ts', '**/*.hook.test.tsx'],
          ),
          ...given,
          ...workers,
          environment: 'node',
          // No test leaves anything behind in its process: modules are loaded once per worker.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        // Hooks of the panel in a simulated page, against a real HTTP server.
        test: {
          ...only('web', ['web/**/*.hook.test.tsx']),
          ...given,
          ...workers,
          environment: 'jsdom',
          testTimeout: 30_000,
          setupFiles: [...given.setupFiles, 'web/testing/browser-apis.ts'],
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
        // `npm test -- --cluster`: several machines on this one (bench/cluster).
        test: {
          ...only('cluster', ['bench/cluster/*.cluster.test.ts']),
          testTimeout: 240_000,
          hookTimeout: 120_000,
          fileParallelism: false,
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
          setupFiles: ['e2e/report-failure.ts'],
          // One Chromium per worker (e2e/chromium.ts).
          isolate: false,
          // As long as a locator waits.
          expect: { poll: { timeout: 30_000 } },
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
