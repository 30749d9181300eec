import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

interface Config {
  readonly overrides: readonly {
    readonly files: readonly string[]
    readonly rules: Readonly<Record<string, unknown>>
  }[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
const isException = ({ rules }: Config['overrides'][number]) =>
  Object.entries(rules).some(
    ([rule, value]) => /^eslint\/(max-|complexity|no-restricted-)/.test(rule) && value === 'off',
  )

/** The lists of exceptions in .oxlintrc.json only shrink: a file that no longer needs its place loses it. */
test('each exception to a limit of size is still needed', { timeout: 60_000 }, () => {
  const text = readFileSync(join(root, '.oxlintrc.json'), 'utf8')
  const config = JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, '')) as Config
  const exceptions = config.overrides.filter(isException)
  const pairs = exceptions.flatMap(({ files, rules }) =>
    files.flatMap((file) => Object.keys(rules).map((rule) => `${rule} ${file}`)),
  )
  // Beside the configuration: its patterns are relative to its folder.
  const path = join(root, `.lint-limits-${process.pid}.json`)
  try {
    const overrides = config.overrides.filter((one) => !isException(one))
    writeFileSync(path, JSON.stringify({ plugins: [], categories: { correctness: 'off' }, overrides }))
    expect(offendersBy(path)).toEqual(expect.arrayContaining(pairs))
    expect(pairs.length).toBeGreaterThan(0)
  } finally {
    rmSync(path, { force: true })
  }
})

/** Statements of PostgreSQL that take their time on purpose, with the reason. */
const slowStatements: Readonly<Record<string, string>> = {
  'server/db/connections/broken-connections.db.test.ts': 'a statement runs into its time limit',
  'server/db/snapshot.db.test.ts': 'statements overlap, so that the pool is used up',
  'server/live/live.db.test.ts': 'transactions overlap at random',
  'server/reports/own-time-limit.db.test.ts': 'a report runs into its time limit',
}

test('no test waits by pg_sleep', () => {
  const files = globSync('{server,scripts,bench,demo,e2e}/**/*.ts', { cwd: root })
  const sleeping = files.filter((file) => /pg_sleep\(/.test(readFileSync(join(root, file), 'utf8')))
  expect(sleeping.toSorted()).toEqual(Object.keys(slowStatements))
})

function offendersBy(config: string): readonly string[] {
  const folders = ['contract', 'server', 'web', 'agent', 'e2e']
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  const { stdout } = spawnSync(process.execPath, [oxlint, '-c', config, '-f', 'json', ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(stdout) as {
    readonly diagnostics: readonly { readonly code: string; readonly filename: string }[]
  }
  return diagnostics.map(({ code, filename }) => `${code.replace(/\((.*)\)/, '/$1')} ${filename}`)
}
