import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { updateMenuItem } from '../../../contract/menu/edit-item.ts'
import { readMyMenu } from '../../../contract/menu/menu.ts'
import { answerDispute, readDisputes } from '../../../contract/orders/disputes.ts'
import { readOpenStatus } from '../../../contract/stores/stores.ts'
import { readChannelHealth } from '../../marketplaces/channel-health.ts'
import { handleInbox } from '../../marketplaces/inbox/handle-inbox.ts'
import type { MarketplaceKind } from '../../marketplaces/marketplace-kind.ts'
import { pollMarketplaces } from '../../marketplaces/poll.ts'
import { sendItem } from '../../menu/menu.ts'
import { putMenu } from '../../menu/testing/menus.ts'
import { orderInbox } from '../../orders/orders.ts'
import { consumersOf } from '../../worker/consumers.ts'
import { testApp, type Person, type TestApp } from '../app.ts'
import { feira, platform } from './feira/feira.ts'
import { startFeira, type FeiraPartner } from './feira/partner.ts'

vi.mock('../../../contract/shared/channel-table.ts', async (original) => {
  const { withFeira } = await import('./feira/channel.ts')
  return withFeira(await original(), { offlineAfterSeconds: null })
})

const merchantId = '77'
let partner: FeiraPartner
let app: TestApp
let store: string
let manager: Person

beforeAll(async () => {
  partner = await startFeira()
  app = await testApp({}, [feira(partner.url)])
  store = await app.addStore({ name: 'Brasa', merchantId, platform })
  manager = await app.addPerson('manager', { [store]: 'manager' })
})
afterAll(async () => {
  await app.close()
  await partner.stop()
})

test('a price edit never calls a marketplace that takes no prices, and the item says where to change it', async () => {
  const { pizza } = await putMenu(app, store, { merchantId, partnerItemId: '9', platform })
  const asked = partner.calls.length
  const channelPrices = [{ merchantId, priceCents: 6_290 }]
  const edit = { params: { itemId: pizza }, body: { version: 1, channelPrices } }
  expect((await app.call(manager, updateMenuItem, edit, { storeId: store })).status).toBe(200)
  await sendItem(app.deps, store, pizza)
  expect(partner.calls.slice(asked)).toEqual([])
  const { items } = (await app.call(manager, readMyMenu, {}, { storeId: store })).data
  expect(items.find(({ id }) => id === pizza)?.channels[0]).toMatchObject({
    priceCents: 6_290,
    pending: false,
    refusal: {
      message:
        'A Feira da Vila não recebe esta mudança de outros sistemas. Mude o item pelo aplicativo da Feira da Vila.',
    },
  })
})

test('an answer to a dispute is refused in words where the marketplace takes none', async () => {
  const order = partner.place(merchantId)
  partner.complain(order)
  for (const storeId of await pollMarketplaces(app.deps)) await handleInbox(app.deps, storeId, orderInbox)
  const { disputes } = (await app.call(manager, readDisputes, { query: { selection: store } })).data
  expect(disputes).toMatchObject([{ kind: 'COMPLAINT', state: 'open' }])
  const answer = { params: { disputeId: disputes[0]?.id ?? '' }, body: { answer: 'accept' } } as const
  const { status, body } = await app.call(manager, answerDispute, answer, { storeId: store })
  expect([status, body.error, body.message]).toEqual([
    422,
    'dispute/not-offered',
    'A Feira da Vila não recebe respostas por aqui. Responda pelo aplicativo da Feira da Vila.',
  ])
})

test('a marketplace that says nothing of a merchant is not asked, and nothing is said of it', async () => {
  const asked = partner.calls.length
  const silent = await testApp({}, [without('polling', 'status')])
  try {
    const shop = await silent.addStore({ merchantId, platform })
    const owner = await silent.addPerson('owner', { [shop]: 'owner' })
    partner.place(merchantId)
    await pollMarketplaces(silent.deps)
    await readChannelHealth(silent.deps)
    expect(consumersOf(silent.deps).map(({ name }) => name)).not.toContain(`polling-${platform}`)
    expect(partner.calls.slice(asked)).toEqual([])
    const { reasons } = (await silent.call(owner, readOpenStatus, { params: { storeId: shop } })).data
    expect(reasons.filter(({ channel }) => channel !== null)).toEqual([])
  } finally {
    await silent.close()
  }
})

/** Feira as a partner that calls us and offers less. */
function without(...facets: readonly ('polling' | 'status')[]): MarketplaceKind {
  const whole = feira(partner.url)
  const absent = Object.fromEntries(facets.map((facet) => [facet, undefined]))
  return { ...whole, connect: (...given) => ({ ...whole.connect(...given), ...absent }) }
}
