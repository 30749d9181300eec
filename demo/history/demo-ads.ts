import { v7 as uuidv7 } from 'uuid'
import { dayMs, minuteMs } from '../../contract/shared/durations.ts'
import { demoId } from '../demo-menus.ts'
import type { DemoStore } from '../demo-stores.ts'
import type { Random } from '../random.ts'
import type { DemoOrder } from './demo-orders.ts'

interface DemoAd {
  readonly name: string
  /** Days before the demo began. */
  readonly from: number
  readonly to: number
  /** Of the own channel's deliveries while it runs. */
  readonly share: number
  /** Of ten clicks on it nine end without an order, or fewer. */
  readonly clicksPerOrder: number
}

const adsOf: Readonly<Record<string, readonly DemoAd[]>> = {
  'brasa-e-cia': [
    { name: 'Picanha de sexta, Instagram', from: 45, to: 0, share: 0.09, clicksPerOrder: 9 },
    { name: 'Marmita do almoço, Stories', from: 21, to: 0, share: 0.04, clicksPerOrder: 14 },
    { name: 'Dia dos Pais, Facebook', from: 75, to: 50, share: 0.06, clicksPerOrder: 22 },
  ],
  'pastel-da-vila': [
    { name: 'Pastel em dobro, Instagram', from: 30, to: 0, share: 0.06, clicksPerOrder: 11 },
  ],
  'temaki-do-largo': [
    { name: 'Terça do temaki, Facebook', from: 60, to: 0, share: 0.05, clicksPerOrder: 17 },
  ],
}

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A store's ads, the clicks on them, and the orders that came by one. */
export function demoAds(store: DemoStore, made: readonly DemoOrder[], now: Date, random: Random) {
  const codes = new Set<string>()
  const freshCode = (length: number): string => {
    const code = Array.from({ length }, () => letters.charAt(random.int(letters.length))).join('')
    if (codes.has(code)) return freshCode(length)
    codes.add(code)
    return code
  }
  const ads = (adsOf[store.slug] ?? []).map((ad) => ({
    ...ad,
    id: demoId(store.id, 'ad', ad.name),
    code: freshCode(8),
  }))
  const clickAt = (adId: string, at: Date) => {
    const click = { store_id: store.id, id: uuidv7(), ad_id: adId, code: freshCode(6), at }
    return { ...click, click_kind: null, click_id: null }
  }
  const clicks: ReturnType<typeof clickAt>[] = []
  const orders: { store_id: string; order_id: string; click_id: string; linked_at: Date }[] = []
  for (const { order } of made) {
    const at = Date.parse(order.created_at)
    const daysAgo = (now.getTime() - at) / dayMs
    const ad = ads.find(({ from, to, share }) => daysAgo <= from && daysAgo >= to && random.chance(share))
    if (!ad || order.platform !== 'balcao' || order.type !== 'DELIVERY') continue
    const click = clickAt(ad.id, new Date(at - (3 + random.int(15)) * minuteMs))
    clicks.push(click)
    orders.push({ store_id: store.id, order_id: order.id, click_id: click.id, linked_at: new Date(at) })
    for (let more = random.int(2 * ad.clicksPerOrder - 1); more > 0; more -= 1)
      clicks.push(clickAt(ad.id, new Date(at - random.int(300) * minuteMs)))
  }
  return {
    ads: ads.map(({ id, code, name, from, to }) => ({
      store_id: store.id,
      id,
      code,
      name,
      created_at: new Date(now.getTime() - from * dayMs),
      created_by: 'Marina Prado',
      ended_at: to > 0 ? new Date(now.getTime() - to * dayMs) : null,
    })),
    clicks,
    orders: orders.map((one) => ({ ...one, linked_by: 'Conversa', consented_at: null, state: 'silent' })),
  }
}
