import { simulatorControl } from '../../../simulator/control-client.ts'
import { startSimulator } from '../../../simulator/start-simulator.ts'
import { testApp } from '../app.ts'
import { standardShop } from '../standard-shop.ts'

interface IfoodShopOptions {
  readonly merchantId: string
  /** Of its only dish, in centavos. */
  readonly dishCents?: number
  /** Until an action's event comes. */
  readonly actionDelayMs?: number
  /** Of a test with a worker; the others poll by hand. */
  readonly pollSeconds?: number
}

export type IfoodShop = Awaited<ReturnType<typeof ifoodShop>>

/** A standard shop with a merchant at a simulated iFood of its own. */
export async function ifoodShop({
  merchantId,
  dishCents = 1_290,
  actionDelayMs = 5,
  pollSeconds,
}: IfoodShopOptions) {
  const simulator = await startSimulator({ clientId: 'test', clientSecret: 'secret', actionDelayMs })
  const control = simulatorControl(simulator.url)
  await control.setMerchants([
    { merchantId, name: 'Brasa', menu: [{ code: 'A-1', name: 'Pastel', cents: dishCents }] },
  ])
  const app = await testApp({
    IFOOD_BASE_URL: simulator.url,
    IFOOD_CLIENT_ID: 'test',
    IFOOD_CLIENT_SECRET: 'secret',
    ...(pollSeconds === undefined ? {} : { IFOOD_POLL_SECONDS: String(pollSeconds) }),
  })
  return {
    simulator,
    control,
    app,
    ...(await standardShop(app, { merchantId })),
    stop: async () => {
      await app.close()
      await simulator.stop()
    },
  }
}
