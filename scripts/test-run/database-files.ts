import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { importersOf } from './importers.ts'
import { root } from './steps.ts'

export const everyDatabaseFile = (): readonly string[] =>
  globSync('{server,scripts,demo,bench}/**/*.db.test.ts', { cwd: root })

/**
 * The database tests of the rooms that these changed files are in, and those that use a changed helper of tests. By imports
 * it would be nearly all of them: most start the whole server.
 */
export function databaseFilesFor(changed: readonly string[]): readonly string[] {
  const tests = everyDatabaseFile()
  // Functions and migrations are the ground of all.
  if (changed.some((file) => file.endsWith('.sql'))) return tests
  const rooms = new Set(changed.filter((file) => !isOfTests(file)).map(roomOf))
  const helpers = globSync('{server,simulator}/**/testing/**/*.ts', { cwd: root })
  const using = new Set(importersOf(changed, [...helpers, ...tests]))
  return tests.filter((file) => rooms.has(roomOf(file)) || using.has(file))
}

const isOfTests = (file: string) => /\.test\.tsx?$|\/testing\/|\.md$/.test(file)

/** `server/orders` also of `contract/orders`; `server` of what belongs to no room there. */
function roomOf(file: string): string {
  const [wing = '', room = '', ...rest] = file.split('/')
  if (wing !== 'server' && wing !== 'contract') return wing
  return rest.length > 0 && existsSync(join(root, 'server', room)) ? `server/${room}` : 'server'
}
