import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Product and tool code that may name the first marketplace, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'bench/faults/channel-writer.ts': 'kills the writer of this marketplace’s pauses and weeks',
  'bench/faults/house.ts': 'ends the simulator of this marketplace',
  'bench/hostile-orders.ts': 'plays the API of this marketplace',
  'bench/large-history.ts': 'makes orders of two channels',
  'bench/open-status.ts': 'makes merchants of this marketplace',
  'bench/polling.ts': 'measures the polling of this marketplace',
  'contract/menu/import-menu.ts': 'a path that the customer’s list prescribes',
  'contract/shared/channel-table.ts': 'the entry of data',
  'contract/stores/stores.ts': 'a field name that the fixed shape of the API prescribes',
  'scripts/customer-calls.ts': 'the customer’s list of calls',
  'scripts/start.ts': 'starts the simulator with its credentials',
  'server/env-production.ts': 'secrets of the environment',
  'server/env.ts': 'credentials of the environment',
  'server/identity/embedded/common-passwords.ts': 'a word that people choose as a password',
  'server/marketplaces/registry.ts': 'the entry of code',
}

/** Its own folder, tests, and applied migrations, which are never edited. */
const exempt = [/^server\/marketplaces\/ifood\//, /\.test\.tsx?$/, /\/testing\//, /^server\/db\/migrations\//]

test('a marketplace is named in its folder and in no other room', () => {
  const files = globSync('{contract,server,web,agent,bench,scripts}/**/*.{ts,tsx,css,sql}', { cwd: root })
  expect(files.length).toBeGreaterThan(500)
  const naming = files
    .filter((file) => !exempt.some((pattern) => pattern.test(file)))
    .filter((file) => /ifood/i.test(readFileSync(root + file, 'utf8')))
  expect(naming.toSorted()).toEqual(Object.keys(allowed))
})
