import { setTimeout as pause } from 'node:timers/promises'
import { confirmOrder } from '../../../contract/orders/orders.ts'
import { hourMs } from '../../../contract/shared/durations.ts'
import type { Partner } from './partners.ts'
import type { ShopOfAll } from './shop-of-all.ts'

export interface HourDown {
  /** The partner that is away: half the hour it answers nothing, half it refuses. */
  readonly channel: string
  /** Orders placed there during that hour. */
  readonly orders: number
  readonly lost: number
  /** Orders, and actions at the partner, beyond one each. */
  readonly doubled: number
  /** Milliseconds from an order at another partner to its row here, p99: before and during that hour. */
  readonly othersBefore: number
  readonly othersP99: number
  readonly othersMax: number
}

const withinMs = 60_000

/** Each partner is away for an hour of the clock, in this number of rounds of polls. */
export async function playHourDown(
  shop: ShopOfAll,
  rounds: number,
  say: (ended: string) => void = () => {},
): Promise<readonly HourDown[]> {
  const played: HourDown[] = []
  for (const partner of shop.partners) {
    played.push(await hourWithout(shop, partner, rounds))
    say(`${partner.platform} was away for an hour`)
  }
  return played
}

async function hourWithout(shop: ShopOfAll, partner: Partner, rounds: number): Promise<HourDown> {
  const others = shop.partners.filter((one) => one !== partner)
  const before: number[] = []
  for (let round = 0; round < Math.min(rounds, 30); round += 1) before.push(...(await roundOf(shop, others)))
  const waiting = await partner.place()
  await arrival(shop, partner, waiting)
  partner.proxy.setDown('silent')
  await confirm(shop, partner, waiting)
  const during: number[] = []
  const placed = [waiting]
  for (let round = 0; round < rounds; round += 1) {
    shop.app.setClock(new Date(shop.app.deps.now().getTime() + hourMs / rounds))
    if (round === Math.floor(rounds / 2)) partner.proxy.setDown('refusing')
    if (round % 10 === 0) placed.push(await partner.place())
    shop.poll(partner)
    during.push(...(await roundOf(shop, others)))
  }
  partner.proxy.setDown(null)
  const back = performance.now()
  while (!(await isWhole(shop, partner, placed)) && performance.now() - back < withinMs) {
    // What was put off is due.
    shop.app.setClock(new Date(shop.app.deps.now().getTime() + 30_000))
    shop.poll(partner)
    await pause(100)
  }
  const rows = await shop.taken(partner.platform, placed)
  const confirmed = (await partner.doneTo(waiting)).filter((action) => action === 'confirm').length
  const sorted = during.toSorted((a, b) => a - b)
  return {
    channel: partner.platform,
    orders: placed.length,
    lost:
      placed.filter((id) => !rows.some(({ externalId }) => externalId === id)).length +
      (rows.some(({ externalId, status }) => externalId === waiting && status === 'confirmed') ? 0 : 1),
    doubled:
      rows.length - new Set(rows.map(({ externalId }) => externalId)).size + Math.max(confirmed - 1, 0),
    othersBefore: Math.round(before.toSorted((a, b) => a - b)[Math.floor(before.length * 0.99)] ?? 0),
    othersP99: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
    othersMax: Math.round(sorted.at(-1) ?? 0),
  }
}

/** An order at each of them; milliseconds until each is here. */
async function roundOf(shop: ShopOfAll, partners: readonly Partner[]): Promise<readonly number[]> {
  return Promise.all(
    partners.map(async (partner) => {
      const began = performance.now()
      await arrival(shop, partner, await partner.place())
      return performance.now() - began
    }),
  )
}

async function arrival(shop: ShopOfAll, partner: Partner, externalId: string): Promise<void> {
  for (const began = performance.now(); performance.now() - began < withinMs; await pause(10)) {
    shop.poll(partner)
    if ((await shop.taken(partner.platform, [externalId])).length > 0) return
  }
  throw new Error(`${partner.platform}: ${externalId} never came`)
}

/** By a new person: a session does not outlast the hours that pass here. */
async function confirm(
  { app, storeId, taken }: ShopOfAll,
  { platform }: Partner,
  externalId: string,
): Promise<void> {
  const [order] = await taken(platform, [externalId])
  const person = await app.addPerson('manager', { [storeId]: 'manager' })
  const input = { params: { orderId: order?.id ?? '' }, body: {} }
  const { status, body } = await app.call(person, confirmOrder, input, { storeId })
  if (status !== 200) throw new Error(`${platform}: ${String(status)} ${body.error ?? ''}`)
}

async function isWhole(shop: ShopOfAll, partner: Partner, placed: readonly string[]): Promise<boolean> {
  const orders = await shop.taken(partner.platform, placed)
  const [first] = placed
  return (
    placed.every((id) => orders.some(({ externalId }) => externalId === id)) &&
    orders.some(
      ({ externalId, status, pending }) => externalId === first && status === 'confirmed' && pending === null,
    )
  )
}
