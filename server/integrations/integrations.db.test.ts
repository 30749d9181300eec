import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readChannelFees, saveChannelFees } from '../../contract/integrations/fees.ts'
import * as contract from '../../contract/integrations/integrations.ts'
import type { ChannelView } from '../../contract/integrations/integrations.ts'
import { simulatorControl } from '../../simulator/control-client.ts'
import { startSimulator, type Simulator } from '../../simulator/start-simulator.ts'
import { withStoreScope } from '../db/scope.ts'
import { handleInbox } from '../marketplaces/inbox/handle-inbox.ts'
import { requireFacet } from '../marketplaces/marketplace.ts'
import { MarketplaceError } from '../marketplaces/marketplace-error.ts'
import { pollMarketplaces } from '../marketplaces/poll.ts'
import { orderInbox } from '../orders/orders.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { standardShop } from '../testing/standard-shop.ts'

const secret = 'partner-secret'
const type = 'ifood'
const menu = [{ code: 'A-1', name: 'Pastel', cents: 1_290 }]
let simulator: Simulator
let control: ReturnType<typeof simulatorControl>
let app: TestApp
let store: string
let other: string
let owner: Person
let manager: Person
let basic: Person
let stranger: Person
let merchants: readonly string[]
let made = 0
/** The clock never goes back: the token of our application is as old as its newest moment. */
let aheadMs = 0

beforeAll(async () => {
  // Every test connects stores of its own.
  simulator = await startSimulator({
    clientId: 'test',
    clientSecret: secret,
    actionDelayMs: 10,
    tokensPerMinute: 10_000,
  })
  control = simulatorControl(simulator.url)
  app = await testApp({
    IFOOD_BASE_URL: simulator.url,
    IFOOD_CLIENT_ID: 'test',
    IFOOD_CLIENT_SECRET: secret,
    IFOOD_CODE_CLIENT_ID: 'test-code',
    IFOOD_CODE_CLIENT_SECRET: secret,
    IFOOD_PORTAL_URL: `${simulator.url}/portal`,
    ENCRYPTION_KEY: 'ab'.repeat(32),
  })
})
afterAll(async () => {
  await app.close()
  await simulator.stop()
})
beforeEach(async () => {
  passSeconds(0)
  ;({ store, other, owner, manager, basic, stranger } = await standardShop(app))
  made += 1
  merchants = ['a', 'b', 'c'].map((name) => `merchant-${String(made)}-${name}`)
  await control.setMerchants(
    merchants.map((merchantId) => ({ merchantId, name: `Loja ${merchantId}`, free: true, menu })),
  )
})

function passSeconds(seconds: number): void {
  aheadMs += seconds * 1_000
  app.setClock(new Date(Date.now() + aheadMs))
}

const first = () => merchants[0] ?? ''
const second = () => merchants[1] ?? ''
const here = () => ({ storeId: store })
const channelOf = async (person = manager, storeId = store): Promise<ChannelView> => {
  const { data } = await app.call(person, contract.readIntegrations, {}, { storeId })
  const [channel] = data.channels
  if (!channel) throw new Error('no channel')
  return channel
}
const versionOf = async () => (await channelOf()).setup?.version ?? 0
const start = (way: 'app' | 'code', version: number, person = manager, storeId = store) =>
  app.call(person, contract.startSetup, { body: { type, way, version } }, { storeId })
const redeem = (authorizationCode: string, version: number, person = manager, storeId = store) =>
  app.call(person, contract.redeemCode, { body: { type, authorizationCode, version } }, { storeId })
const check = (version: number, body: object = {}, person = manager, storeId = store) =>
  app.call(
    person,
    contract.checkSetup,
    { body: { type, merchantId: first(), merchantSecondaryIds: [], version, ...body } },
    { storeId },
  )
const enable = (version: number | null, body: object = {}, person = manager, storeId = store) =>
  app.call(
    person,
    contract.enableIntegration,
    { body: { type, merchantId: first(), ...(version === null ? {} : { version }), ...body } },
    { storeId },
  )
const disconnect = (storeName: string, person = owner, storeId = store) =>
  app.call(person, contract.disconnectIntegration, { body: { type, storeName } }, { storeId })

/** By user code up to the choice of merchants. */
async function authorise(merchantIds: readonly string[] = [first()]): Promise<number> {
  const begun = await start('code', await versionOf())
  const { authorizationCode } = await control.authorise(begun.data.setup?.userCode ?? '', merchantIds)
  const { data } = await redeem(authorizationCode ?? '', begun.data.setup?.version ?? 0)
  return data.setup?.version ?? 0
}

async function connectByCode(merchantIds: readonly string[] = [first()]): Promise<ChannelView> {
  const version = await authorise(merchantIds)
  const merchantSecondaryIds = merchantIds.slice(1)
  const checked = await check(version, { merchantSecondaryIds })
  const { data } = await enable(checked.data.setup?.version ?? 0, { merchantSecondaryIds })
  return data
}

async function poll(): Promise<void> {
  await pollMarketplaces(app.deps)
  await app.deps.accounts.flush()
  passSeconds(1)
}

const routesOf = (storeId: string) =>
  app.db.selectFrom('merchant_routes').selectAll().where('store_id', '=', storeId).execute()
const credential = () =>
  withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('channel_credentials').selectAll().where('store_id', '=', store).executeTakeFirst(),
  )
const audits = (action: string) =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('audit_entries')
      .select(['actor_uid', 'details'])
      .where('store_id', '=', store)
      .where('action', '=', action)
      .execute(),
  )

describe('a store without a marketplace', () => {
  test('is offered both ways, and has no integration', async () => {
    const channel = await channelOf()
    expect(channel).toMatchObject({ type, ways: ['code', 'app'], integration: null, setup: null })
    const read = await app.call(manager, contract.readIntegration, { params: { type, storeId: store } })
    expect([read.status, read.body.error]).toEqual([404, 'integration/not-connected'])
  })

  test('of an unknown type names the known ones', async () => {
    for (const unknown of ['rappi', 'balcao', 'IFOOD', '__proto__', 'constructor']) {
      const read = await app.call(manager, contract.readIntegration, {
        params: { type: unknown, storeId: store },
      })
      expect([read.status, read.body.error]).toEqual([404, 'integration/unknown-type'])
      expect(read.body.message).toBe('Este canal não existe no Balcão. Escolha um da lista.')
    }
    const begun = await app.call(
      manager,
      contract.startSetup,
      { body: { type: 'rappi', way: 'app', version: 0 } },
      here(),
    )
    expect(begun.body.details).toEqual([
      { path: 'type', message: 'Use um destes: ifood, open-delivery, keeta, aiqfome.' },
    ])
  })
})

describe('a connection by user code', () => {
  test('goes from the code to the merchants, the checks and the orders', async () => {
    const begun = await start('code', 0)
    expect(begun.data.setup).toMatchObject({ step: 'authorise', way: 'code', startedBy: 'manager' })
    const { userCode, verificationUrl, expiresAt } = begun.data.setup ?? {}
    expect(verificationUrl).toBe(`${simulator.url}/portal?c=${userCode ?? ''}`)
    expect(Date.parse(expiresAt ?? '') - app.deps.now().getTime()).toBe(600_000)
    const { authorizationCode } = await control.authorise(userCode ?? '', [first(), second()])
    const redeemed = await redeem(authorizationCode ?? '', 1)
    expect(redeemed.data.setup).toMatchObject({ step: 'merchants', userCode: null })
    const offered = await app.call(manager, contract.readSetupMerchants, { body: { type } }, here())
    expect(offered.data.merchants.map(({ merchantId, state }) => [merchantId, state])).toEqual([
      [first(), 'free'],
      [second(), 'free'],
    ])
    const checked = await check(redeemed.data.setup?.version ?? 0, { merchantSecondaryIds: [second()] })
    expect(
      checked.data.setup?.checks.map(({ results }) => results.map(({ what, state }) => [what, state])),
    ).toEqual(
      [0, 1].map(() => [
        ['details', 'ok'],
        ['status', 'attention'],
        ['catalogue', 'ok'],
        ['hours', 'ok'],
      ]),
    )
    expect(await routesOf(store)).toEqual([])
    const connected = await enable(checked.data.setup?.version ?? 0, { merchantSecondaryIds: [second()] })
    expect(connected.data).toMatchObject({
      integration: { status: 'active', way: 'code', merchantId: first(), merchantSecondaryIds: [second()] },
      setup: { step: 'test', testOrder: null },
    })
    await control.placeOrder({ merchantId: second(), isTest: true })
    await poll()
    await handleInbox(app.deps, store, orderInbox)
    const { setup } = await channelOf()
    expect(setup?.testOrder?.displayId).toMatch(/\d/)
    const finished = await app.call(
      manager,
      contract.finishSetup,
      { body: { type, version: setup?.version ?? 0 } },
      here(),
    )
    expect(finished.data).toMatchObject({ setup: null, integration: { status: 'active' } })
    expect(await audits('integration/connected')).toEqual([
      {
        actor_uid: manager.uid,
        details: { way: 'code', merchantId: first(), merchantSecondaryIds: [second()] },
      },
    ])
  })

  test('refuses a wrong code and keeps the step, refuses one that was used, and one that is too old', async () => {
    const begun = await start('code', 0)
    const userCode = begun.data.setup?.userCode ?? ''
    expect((await redeem('WRNG-CODE', 1)).body.error).toBe('integration/code-refused')
    expect((await channelOf()).setup).toMatchObject({ step: 'authorise', version: 1, userCode })
    const { authorizationCode } = await control.authorise(userCode, [first()])
    expect((await redeem(authorizationCode ?? '', 1)).status).toBe(200)
    expect((await redeem(authorizationCode ?? '', 2)).body.error).toBe('integration/stale-setup')
    const again = await start('code', await versionOf())
    passSeconds(601)
    const late = await redeem('ABCD-EFGH', again.data.setup?.version ?? 0)
    expect([late.status, late.body.error]).toEqual([409, 'integration/setup-expired'])
  })

  test('keeps tokens sealed, out of every reply, and bound to the store', async () => {
    const connected = await connectByCode()
    const kept = await credential()
    expect(Object.keys(kept?.sealed as object).toSorted()).toEqual(['iv', 'sealed', 'tag'])
    const replies = JSON.stringify([connected, await channelOf()])
    expect(replies).not.toMatch(/token|secret|sealed|verifier/i)
    await withStoreScope(app.db, [other], (tx) =>
      tx
        .insertInto('channel_credentials')
        .values({ ...kept, sealed: JSON.stringify(kept?.sealed), store_id: other } as never)
        .execute(),
    )
    await app.db
      .insertInto('merchant_routes')
      .values({
        platform: type,
        merchant_id: `stolen-${other}`,
        store_id: other,
        credential_id: kept?.id ?? null,
      })
      .execute()
    await withStoreScope(app.db, [other], (tx) =>
      tx
        .insertInto('integrations')
        .values({ store_id: other, type, merchant_id: `stolen-${other}`, way: 'code' })
        .execute(),
    )
    const stolen = await app.deps.marketplaces.marketplaceFor({ storeId: other, platform: type })
    await expect(requireFacet(stolen, 'status').read(first())).rejects.toThrow(/belongs to another store/)
  })

  test('renews an ended token once, however many calls need it', async () => {
    await connectByCode()
    await control.endTokens()
    const before = await credential()
    const marketplace = await app.deps.marketplaces.marketplaceFor({ storeId: store, platform: type })
    const statuses = await Promise.all(
      [1, 2, 3, 4].map(() => requireFacet(marketplace, 'status').read(first())),
    )
    expect(statuses).toHaveLength(4)
    const after = await credential()
    expect(after?.version).toBe((before?.version ?? 0) + 1)
    expect(after?.refused_at).toBeNull()
  })

  test('renews from two processes with one winner', async () => {
    await connectByCode()
    await control.endTokens()
    const { createMarketplaces, everyKind } = await import('../marketplaces/registry.ts')
    const { createStoreAccounts } = await import('./channel-accounts.ts')
    const processes = [1, 2].map(() => createMarketplaces(app.deps, everyKind, createStoreAccounts(app.deps)))
    const statuses = await Promise.all(
      processes.map(async (one) =>
        requireFacet(await one.marketplaceFor({ storeId: store, platform: type }), 'status').read(first()),
      ),
    )
    expect(statuses).toHaveLength(2)
    expect((await credential())?.version).toBe(2)
  })

  test('seals again with the present key what the former one sealed', async () => {
    await connectByCode()
    const { createMarketplaces, everyKind } = await import('../marketplaces/registry.ts')
    const { createStoreAccounts } = await import('./channel-accounts.ts')
    const env = {
      ...app.deps.env,
      ENCRYPTION_KEY: 'cd'.repeat(32),
      ENCRYPTION_KEY_BEFORE: app.deps.env.ENCRYPTION_KEY,
    }
    const before = await credential()
    const rotated = { ...app.deps, env }
    const marketplaces = createMarketplaces(rotated, everyKind, createStoreAccounts(rotated))
    await requireFacet(await marketplaces.marketplaceFor({ storeId: store, platform: type }), 'status').read(
      first(),
    )
    const after = await credential()
    expect(after?.seal_key).not.toBe(before?.seal_key)
    expect(after?.version).toBe(before?.version)
  })
})

describe('a connection by our application', () => {
  test('finds the approved merchant by its id, and connects it', async () => {
    await start('app', 0)
    const find = (merchantId: string) =>
      app.call(manager, contract.readSetupMerchants, { body: { type, merchantId } }, here())
    expect((await find(first())).body.error).toBe('integration/merchant-refused')
    // Later than our token was issued.
    await control.advanceClock(5)
    await control.approve(first())
    passSeconds(15)
    const found = await find(first())
    expect(found.data.merchants).toEqual([
      {
        merchantId: first(),
        name: `Loja ${first()}`,
        address: 'Rua das Acácias, 100 · Centro · São Paulo',
        state: 'free',
        storeName: null,
      },
    ])
    expect((await enable((await check(1)).data.setup?.version ?? 0)).data.integration).toMatchObject({
      way: 'app',
      status: 'active',
    })
    expect(await credential()).toBeUndefined()
  })

  test('never lists merchants of others, and tries to guess ids are few', async () => {
    await start('app', 0)
    const all = await app.call(manager, contract.readSetupMerchants, { body: { type } }, here())
    expect(all.data.merchants).toEqual([])
    const guesses: (string | undefined)[] = []
    for (let count = 0; count < 10; count += 1)
      guesses.push(
        (
          await app.call(
            manager,
            contract.readSetupMerchants,
            { body: { type, merchantId: `guess-${String(count)}` } },
            here(),
          )
        ).body.error,
      )
    expect(guesses.at(-1)).toBe('rate-limit/exceeded')
  })

  test('is one call for a client that knows the merchant', async () => {
    await control.approve(first())
    passSeconds(15)
    const connected = await enable(null)
    expect(connected.data.integration).toMatchObject({ merchantId: first(), way: 'app' })
    expect((await enable(null)).body.error).toBe('integration/already-connected')
  })
})

describe('a merchant', () => {
  test('that another store of the owner has is refused by its name, a stranger’s without one', async () => {
    await connectByCode()
    const sibling = await app.addStore({ name: 'Irmã' })
    const both = await app.addPerson('both', { [store]: 'manager', [sibling]: 'manager' })
    const refusal = async (person: Person, storeId: string) => {
      const begun = await start('code', 0, person, storeId)
      const { authorizationCode } = await control.authorise(begun.data.setup?.userCode ?? '', [first()])
      const { data } = await redeem(authorizationCode ?? '', 1, person, storeId)
      const offered = await app.call(person, contract.readSetupMerchants, { body: { type } }, { storeId })
      const checked = await check(data.setup?.version ?? 0, {}, person, storeId)
      const enabled = await enable(data.setup?.version ?? 0, {}, person, storeId)
      expect([checked.body.error, enabled.body.error]).toEqual(Array(2).fill('integration/merchant-taken'))
      return [offered.data.merchants[0]?.storeName, enabled.body.message]
    }
    expect(await refusal(both, sibling)).toEqual([
      'Brasa',
      'Este cadastro já está ligado à sua loja Brasa. Desconecte-o de lá antes.',
    ])
    expect(await refusal(stranger, other)).toEqual([
      null,
      'Este cadastro já está ligado a outra loja. Desconecte-o de lá, ou fale com o suporte se ele é seu.',
    ])
    expect(await routesOf(other)).toEqual([])
    expect((await channelOf(stranger, other)).integration).toBeNull()
  })

  test('named twice is refused', async () => {
    const version = await authorise()
    const twice = await check(version, { merchantSecondaryIds: [first()] })
    expect([twice.status, twice.body.error]).toEqual([422, 'validation/refused'])
  })

  test('that was not authorised is refused, and nothing is half connected', async () => {
    const version = await authorise([first()])
    const refused = await enable(version, { merchantSecondaryIds: [second()] })
    expect(refused.body.error).toBe('integration/merchant-refused')
    expect(await routesOf(store)).toEqual([])
    expect((await channelOf()).integration).toBeNull()
  })

  test('with a hostile id is refused before it reaches the marketplace', async () => {
    await start('app', 0)
    for (const merchantId of ['', '../x', 'a b', 'a,b', '\u0000', "';--", 'x'.repeat(101), '١٢٣', '<b>']) {
      const { status, body } = await enable(1, { merchantId })
      expect([merchantId, status, body.error]).toEqual([merchantId, 400, 'validation/invalid'])
    }
    const unknown = await enable(1, { extra: 1 })
    expect(unknown.status).toBe(400)
  })
})

describe('each step', () => {
  test('is for managers, the end of a connection for the owner', async () => {
    await connectByCode()
    const denied = await Promise.all([
      start('app', 0, basic),
      redeem('ABCD-EFGH', 1, basic),
      check(1, {}, basic),
      enable(1, {}, basic),
      disconnect('Brasa', basic),
      disconnect('Brasa', manager),
      app.call(basic, contract.readIntegrations, {}, here()),
      app.call(basic, contract.checkIntegration, { body: { type } }, here()),
      app.call(basic, contract.finishSetup, { body: { type, version: 1 } }, here()),
      app.call(basic, contract.cancelSetup, { query: { type, version: '1' } }, here()),
      app.call(basic, contract.readSetupMerchants, { body: { type } }, here()),
    ])
    expect(denied.map(({ body }) => body.error)).toEqual(denied.map(() => 'permission/denied'))
  })

  test('of another owner’s store is not found', async () => {
    const answers = await Promise.all([
      start('app', 0, stranger),
      redeem('ABCD-EFGH', 1, stranger),
      check(1, {}, stranger),
      enable(1, {}, stranger),
      disconnect('Brasa', stranger),
      app.call(stranger, contract.readIntegration, { params: { type, storeId: store } }),
      app.call(stranger, contract.checkIntegration, { body: { type } }, here()),
      app.call(stranger, contract.finishSetup, { body: { type, version: 1 } }, here()),
      app.call(stranger, contract.cancelSetup, { query: { type, version: '1' } }, here()),
    ])
    expect(answers.map(({ body }) => body.error)).toEqual(answers.map(() => 'store/not-found'))
  })

  test('of two at once has one winner', async () => {
    const winners = (answers: readonly { status: number }[]) =>
      answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(winners(await Promise.all([start('code', 0), start('code', 0)]))).toEqual([200, 409])
    const { authorizationCode } = await control.authorise((await channelOf()).setup?.userCode ?? '', [
      first(),
    ])
    const redeemed = await Promise.all([1, 2].map(() => redeem(authorizationCode ?? '', 1)))
    expect(winners(redeemed)).toEqual([200, 409])
    const version = await versionOf()
    expect(winners(await Promise.all([check(version), check(version)]))).toEqual([200, 409])
    const chosen = await versionOf()
    expect(winners(await Promise.all([enable(chosen), enable(chosen)]))).toEqual([200, 409])
    const connected = await versionOf()
    const finish = () =>
      app.call(manager, contract.finishSetup, { body: { type, version: connected } }, here())
    expect(winners(await Promise.all([finish(), finish()]))).toEqual([200, 409])
    expect(winners(await Promise.all([disconnect('Brasa'), disconnect('Brasa')]))).toEqual([200, 404])
  })

  test('of two stores for one merchant connects one', async () => {
    await control.approve(first())
    passSeconds(15)
    const both = await Promise.all([enable(null), enable(null, {}, stranger, other)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('in the wrong order is refused', async () => {
    expect((await redeem('ABCD-EFGH', 0)).body.error).toBe('integration/stale-setup')
    expect((await check(0)).body.error).toBe('integration/stale-setup')
    expect((await enable(3)).body.error).toBe('integration/stale-setup')
    await start('code', 0)
    expect((await check(1)).body.error).toBe('integration/stale-setup')
    expect((await enable(1)).body.error).toBe('integration/stale-setup')
    const finish = await app.call(manager, contract.finishSetup, { body: { type, version: 1 } }, here())
    expect(finish.body.error).toBe('integration/stale-setup')
  })

  test('can be given up, and leaves nothing behind', async () => {
    const cancel = async () =>
      app.call(manager, contract.cancelSetup, { query: { type, version: String(await versionOf()) } }, here())
    await start('code', 0)
    expect((await cancel()).data).toMatchObject({ setup: null, integration: null })
    await authorise()
    expect((await cancel()).data).toMatchObject({ setup: null, integration: null })
    await connectByCode()
    expect((await cancel()).data).toMatchObject({ setup: null, integration: { status: 'inactive' } })
    expect(await routesOf(store)).toEqual([])
    expect(await credential()).toBeUndefined()
    expect((await cancel()).body.error).toBe('integration/stale-setup')
  })
})

describe('an access that the owner ended at the marketplace', () => {
  test('is shown on that store, and the others are polled on', async () => {
    await connectByCode()
    await control.approve(second())
    passSeconds(15)
    await enable(null, { merchantId: second() }, stranger, other)
    await poll()
    await control.revoke(first())
    await control.placeOrder({ merchantId: second() })
    await poll()
    const { integration } = await channelOf()
    expect(integration?.refusedSince).not.toBeNull()
    expect(integration?.health[0]).toMatchObject({ refused: true })
    const polling = integration?.health[0]?.operations.find(({ operation }) => operation === 'polling')
    expect(polling).toMatchObject({
      failing: true,
      failuresLastHour: 1,
      failure: 'O iFood recusou o nosso acesso a este cadastro.',
    })
    const theirs = (await channelOf(stranger, other)).integration
    expect(theirs?.refusedSince).toBeNull()
    expect(theirs?.health[0]?.operations.map(({ operation, failing }) => [operation, failing])).toEqual([
      ['polling', false],
      ['acknowledgment', false],
    ])
    expect((await credential())?.refused_at).not.toBeNull()
  })

  test('by our application is shown for its merchant, and the others of the same call are polled on', async () => {
    await control.approve(first())
    await control.approve(second())
    passSeconds(15)
    await enable(null)
    await enable(null, { merchantId: second() }, stranger, other)
    await control.revoke(first())
    await poll()
    expect((await channelOf()).integration?.refusedSince).not.toBeNull()
    expect((await channelOf(stranger, other)).integration?.refusedSince).toBeNull()
    // The owner approves again: the next token heals it without anybody here.
    await control.approve(first())
    passSeconds(700)
    await poll()
    expect((await channelOf()).integration?.refusedSince).toBeNull()
  })

  test('is repaired by a new code, and the store does not wait for a test order again', async () => {
    await connectByCode()
    await control.revoke(first())
    await poll()
    const version = await authorise()
    const checked = await check(version)
    const repaired = await enable(checked.data.setup?.version ?? 0)
    expect(repaired.data).toMatchObject({ setup: null, integration: { refusedSince: null } })
    await poll()
    expect((await channelOf()).integration?.refusedSince).toBeNull()
  })
})

describe('the end of a connection', () => {
  test('needs the name of the store, keeps the history, and frees the merchant', async () => {
    await connectByCode()
    await control.placeOrder({ merchantId: first() })
    await poll()
    await handleInbox(app.deps, store, orderInbox)
    expect((await channelOf()).runningOrders).toBe(1)
    const wrong = await disconnect('Outra')
    expect([wrong.status, wrong.body.error]).toEqual([422, 'validation/refused'])
    const ended = await disconnect(' brasa ')
    expect(ended.data).toMatchObject({
      integration: { status: 'inactive', merchantId: first(), health: [] },
      setup: null,
      runningOrders: 1,
    })
    expect(await routesOf(store)).toEqual([])
    expect(await credential()).toBeUndefined()
    expect(await audits('integration/disconnected')).toEqual([
      { actor_uid: owner.uid, details: { merchantId: first(), merchantSecondaryIds: [] } },
    ])
    await expect(
      app.deps.marketplaces.marketplaceFor({ storeId: store, platform: type }),
    ).rejects.toBeInstanceOf(MarketplaceError)
    const again = await connectByCode()
    expect(again.integration).toMatchObject({ status: 'active', disconnectedAt: null })
    expect(again.runningOrders).toBe(1)
  })

  test('of a store that is not connected is refused', async () => {
    expect((await disconnect('Brasa')).body.error).toBe('integration/not-connected')
    const checked = await app.call(manager, contract.checkIntegration, { body: { type } }, here())
    expect(checked.body.error).toBe('integration/not-connected')
  })
})

test('a connected store is checked again on request', async () => {
  await connectByCode()
  const { data } = await app.call(manager, contract.checkIntegration, { body: { type } }, here())
  expect(data.checks[0]?.results.map(({ what }) => what)).toEqual(['details', 'status', 'catalogue', 'hours'])
  expect(data.channel.integration?.health[0]?.operations.map(({ operation }) => operation)).toEqual([
    'status',
  ])
})

test('orders are estimated by the contract of their day', async () => {
  await connectByCode()
  const { data } = await app.call(owner, readChannelFees, { query: { type } }, here())
  const fees = { commissionBps: 1_200, paymentFeeBps: 320, monthlyFeeCents: 13_000, samePrices: false }
  const body = { type, fromDay: data.today, fees, version: data.version }
  await app.call(owner, saveChannelFees, { body }, here())
  await control.placeOrder({ merchantId: first(), type: 'DELIVERY' })
  await poll()
  await handleInbox(app.deps, store, orderInbox)
  const order = await withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('orders')
      .select(['gross_cents', 'commission_cents'])
      .where('store_id', '=', store)
      .where('is_test', '=', false)
      .executeTakeFirstOrThrow(),
  )
  expect(order.commission_cents / order.gross_cents).toBeCloseTo(0.12, 1)
  expect(order.commission_cents).toBeGreaterThan(0)
})
