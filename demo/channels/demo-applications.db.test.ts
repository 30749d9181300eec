import { afterAll, expect, test, vi } from 'vitest'
import type { ChannelFeesView } from '../../contract/integrations/fees.ts'
import type { ChannelView } from '../../contract/integrations/integrations.ts'
import type { Order } from '../../contract/orders/orders.ts'
import { openDatabase } from '../../server/db/connections/pool.ts'
import { freePort } from '../../server/db/postgres/private-postgres.ts'
import { pollMarketplace } from '../../server/marketplaces/poll.ts'
import { testApp } from '../../server/testing/app.ts'
import { spawnAiqfome } from '../../simulator/aiqfome/spawn-aiqfome.ts'
import { spawnKeeta } from '../../simulator/keeta/spawn-keeta.ts'
import { demoChannels } from './demo-channels.ts'
import {
  connectByConsent,
  connectById,
  startDemoApplication,
  type DemoApplication,
} from './demo-applications.ts'
import { demoPeople, demoStores } from '../demo-stores.ts'
import { prepareDemoStaff } from '../staff/prepare-demo-staff.ts'
import { seedPeopleAndStores } from '../seed/seed.ts'
import { staffCalls } from '../staff/staff-calls.ts'

const software = { clientId: 'balcao-demo', clientSecret: 'segredo-do-balcao' }
const redirectUrl = 'http://localhost/settings?tab=integracoes'
const timeout = 30_000
const running: { stop(): Promise<unknown> }[] = []
afterAll(async () => {
  for (const one of running.toReversed()) await one.stop()
})

test('a visitor finds orders of three marketplaces on one board, also after a restart, and what they disconnect stays so', async () => {
  const [keetaPort, aiqfomePort] = [await freePort(), await freePort()]
  const app = await testApp({
    KEETA_BASE_URL: `http://127.0.0.1:${keetaPort}`,
    KEETA_CLIENT_ID: software.clientId,
    KEETA_CLIENT_SECRET: software.clientSecret,
    AIQFOME_BASE_URL: `http://127.0.0.1:${aiqfomePort}`,
    AIQFOME_LOGIN_URL: `http://127.0.0.1:${aiqfomePort}`,
    AIQFOME_STORES_URL: `http://127.0.0.1:${aiqfomePort}`,
    AIQFOME_CLIENT_ID: software.clientId,
    AIQFOME_CLIENT_SECRET: software.clientSecret,
    AIQFOME_REDIRECT_URL: redirectUrl,
    ENCRYPTION_KEY: 'ab'.repeat(32),
  })
  running.push({ stop: () => app.close() })
  const database = await openDatabase(app.ownerUrl, { role: 'balcao_app', max: 2 })
  await seedPeopleAndStores(database, new Date())
  await database.close()
  await app.db.insertInto('leases').values({ name: 'demo-seed', holder: 'done', until: new Date() }).execute()
  await prepareDemoStaff(app.ownerUrl)
  app.startWorker()
  const balcaoUrl = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const keeta: DemoApplication = {
    platform: 'keeta',
    merchantId: demoChannels.keeta.merchantId,
    fees: demoChannels.keeta.fees,
    softwareId: '466663'.padStart(36, '0'),
    spawn: (stopping) => spawnKeeta({ ...software, port: keetaPort, pollsPerMinute: 10_000 }, stopping),
    connect: (call, id) => connectById('keeta', call, id),
  }
  const aiqfome: DemoApplication = {
    platform: 'aiqfome',
    merchantId: demoChannels.aiqfome.merchantId,
    fees: demoChannels.aiqfome.fees,
    softwareId: '96493',
    spawn: (stopping) => spawnAiqfome({ ...software, redirectUrl, port: aiqfomePort }, stopping),
    connect: (call, id) => connectByConsent('aiqfome', call, id),
    asksAgain: true,
  }
  const parts = { balcaoUrl, stopping: new AbortController().signal }
  const applications = [await startDemoApplication(keeta, parts), await startDemoApplication(aiqfome, parts)]
  running.push(...applications)
  await Promise.all(applications.map(({ begun }) => begun))
  // The owner finds only the devices that she knows.
  const sessions = await app.db.selectFrom('sessions').select('uid').where('revoked_at', 'is', null).execute()
  expect(sessions.filter(({ uid }) => uid === 'demo-dona')).toEqual([])

  const [store] = demoStores
  const [person] = demoPeople
  if (!store || !person) throw new Error('The demo has a store and its owner')
  const { call } = staffCalls(balcaoUrl, () => person.email)
  const platforms = async () => {
    await Promise.all([pollMarketplace(app.deps, 'keeta'), pollMarketplace(app.deps, 'aiqfome')])
    const board = await call<{ orders: readonly Order[] }>(
      store,
      'GET',
      `/orders/board?selection=${store.id}`,
    )
    return board.orders.map(({ platform }) => platform).toSorted()
  }
  await vi.waitUntil(async () => (await platforms()).join() === 'aiqfome,keeta', { timeout, interval: 200 })
  const { channels } = await call<{ channels: readonly ChannelView[] }>(store, 'GET', '/integrations/mine')
  const connected = channels.filter(({ integration }) => integration?.status === 'active')
  expect(connected.map(({ type, setup }) => [type, setup])).toEqual([
    ['ifood', null],
    ['keeta', null],
    ['aiqfome', null],
  ])

  for (const platform of ['keeta', 'aiqfome'] as const) {
    const { contracts } = await call<ChannelFeesView>(
      store,
      'GET',
      `/integrations/fees/mine?type=${platform}`,
    )
    expect(contracts).toMatchObject([demoChannels[platform].fees])
  }

  await call(store, 'POST', '/integrations/disconnect/mine', { type: 'keeta', storeName: store.name })
  await running.pop()?.stop()
  await running.pop()?.stop()
  const again = [await startDemoApplication(keeta, parts), await startDemoApplication(aiqfome, parts)]
  running.push(...again)
  await Promise.all(again.map(({ begun }) => begun))
  const after = await call<{ channels: readonly ChannelView[] }>(store, 'GET', '/integrations/mine')
  expect(after.channels.find(({ type }) => type === 'keeta')?.integration?.status).toBe('inactive')
  // The simulated aiqfome knows nothing of its last run, and sells again all the same.
  await vi.waitUntil(async () => (await platforms()).join() === 'aiqfome,aiqfome,keeta', {
    timeout,
    interval: 200,
  })
}, 90_000)
