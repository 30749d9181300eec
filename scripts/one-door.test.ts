import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { everyKind } from '../server/marketplaces/registry.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Where every marketplace is named, with the reason. */
const entries: Readonly<Record<string, string>> = {
  'contract/shared/channel-colours.ts': 'the colour of its mark',
  'contract/shared/channel-table.ts': 'the entry of data',
  'contract/orders/channel-couriers.ts':
    'what its couriers do besides, apart for the weight of the first page',
  'scripts/simulated-marketplaces.ts': 'starts the simulator with its credentials',
  'server/env-production.ts': 'secrets of the environment',
  'server/env.ts': 'credentials of the environment',
  'server/marketplaces/registry.ts': 'the entry of code',
}

/** What else of product and tools names a marketplace, with the reason. */
const besides: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ifood: {
    'bench/chain-of-stores.ts': 'has orders of two channels',
    'bench/faults/channel-writer.ts': 'kills the writer of this marketplace’s pauses and weeks',
    'bench/faults/channels/partners.ts': 'connects a store to every marketplace',
    'bench/faults/house.ts': 'ends the simulator of this marketplace',
    'bench/faults/sequences/lives.ts': 'has events of each marketplace',
    'bench/faults/wishes/faulty-merchant.ts': 'plays a merchant of it that fails',
    'bench/history-rows.ts': 'makes orders of two channels',
    'bench/homologation/financial-lines.ts': 'plays the homologation of this marketplace',
    'bench/homologation/homologation.ts': 'plays the homologation of this marketplace',
    'bench/homologation/house.ts': 'connects a store to this marketplace',
    'bench/homologation/line.ts': 'names the pages of this marketplace',
    'bench/homologation/order-lines.ts': 'plays the homologation of this marketplace',
    'bench/homologation/store-lines.ts': 'plays the homologation of this marketplace',
    'bench/homologation/unplayed-lines.ts': 'names what its homologation asks for besides',
    'bench/hostile-orders.ts': 'plays the API of this marketplace',
    'bench/open-status.ts': 'makes merchants of this marketplace',
    'bench/polling.ts': 'measures the polling of this marketplace',
    'contract/menu/import-menu.ts': 'a path that the customer’s list prescribes',
    'contract/stores/stores.ts': 'a field name that the fixed shape of the API prescribes',
    'scripts/customer-calls.ts': 'the customer’s list of calls',
    'server/identity/embedded/common-passwords.ts': 'a word that people choose as a password',
  },
  keeta: {
    'bench/faults/channels/partners.ts': 'connects a store to every marketplace',
    'bench/faults/sequences/lives.ts': 'has events of each marketplace',
    'bench/polling.ts': 'measures the polling of every marketplace',
    'contract/stores/told-channels.ts': 'what it is sent, apart for the weight of the first page',
  },
  aiqfome: {
    'bench/faults/channels/partners.ts': 'connects a store to every marketplace',
    'bench/faults/sequences/lives.ts': 'has events of each marketplace',
    'bench/polling.ts': 'measures the polling of every marketplace',
    'contract/stores/told-channels.ts': 'what it is sent, apart for the weight of the first page',
  },
  // The channel has the name of the standard, which menus are served in and read from as well.
  'open-delivery': {
    'bench/channels/partner-orders.ts': 'measures the orders of one marketplace',
    'bench/faults/channels/partners.ts': 'connects a store to every marketplace',
    'bench/faults/sequences/lives.ts': 'has events of each marketplace',
    'bench/polling.ts': 'measures the polling of every marketplace',
    'contract/menu/import-menu.ts': 'the example of an address of such a menu',
    'contract/shared/reserved-slugs.ts': 'the address of the menu that the standard asks for',
    'contract/stores/told-channels.ts': 'what it is sent, apart for the weight of the first page',
    'scripts/test-run/browser-files.ts': 'names the browser test of the channel',
    'scripts/test-run/ever-red.ts': 'names a test of the channel',
    'server/app.ts': 'serves that menu',
    'server/http/panel/server-paths.ts': 'the address of that menu',
    'server/integrations/enable-integration.ts': 'gives that address to marketplaces that ask for it',
    'server/marketplaces/aiqfome/aiqfome.ts': 'a profile of the standard',
    'server/marketplaces/keeta/keeta.ts': 'a profile of the standard',
    'server/menu/changed/tell-menu-changed.ts': 'sends that menu',
    'server/menu/import/sources/read-open-delivery.ts': 'reads a menu of the standard',
    'server/menu/import/sources/read-source.ts': 'reads a menu of the standard',
    'server/menu/open-delivery/serve-merchant.ts': 'serves that menu',
    'web/integrations/our-addresses.tsx': 'shows the addresses that the standard asks the store for',
  },
}

/** Marketplaces' own folders, tests, and applied migrations, which are never edited. */
const exempt = [/\.test\.tsx?$/, /\/testing\//, /^server\/db\/migrations\//]
const files = globSync('{contract,server,web,agent,bench,scripts}/**/*.{ts,tsx,css,sql}', { cwd: root })
  .filter((file) => !exempt.some((pattern) => pattern.test(file)))
  .map((file) => ({ file, text: readFileSync(root + file, 'utf8').toLowerCase() }))

test('the product has files to look at', () => {
  expect(files.length).toBeGreaterThan(500)
})

test.each(everyKind.map(({ platform }) => platform))(
  '%s is named in its folder and in no other room',
  (platform) => {
    const naming = files
      .filter(
        ({ file, text }) => text.includes(platform) && !file.startsWith(`server/marketplaces/${platform}/`),
      )
      .map(({ file }) => file)
    const others = naming.filter((file) => !Object.hasOwn(entries, file))
    expect(others.toSorted()).toEqual(Object.keys(besides[platform] ?? {}))
  },
)
