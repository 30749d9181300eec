import { createHmac, randomUUID } from 'node:crypto'
import { checkIntegration } from '../../contract/integrations/integrations.ts'
import { endBreak, readWorkingHours, saveWeek, scheduleBreak } from '../../contract/stores/hours.ts'
import { dayMs, hourMs, minuteMs } from '../../contract/shared/durations.ts'
import type { Sent } from '../../contract/shared/route.ts'
import { weekdays } from '../../contract/stores/stores.ts'
import { requireFacet } from '../../server/marketplaces/marketplace.ts'
import { marketplaceOf, platform, secret, until, type House } from './house.ts'
import { allOf, exchangeText, sawCall, type Line, type Seen } from './line.ts'

const of = (module: string, page: string, line: string, check: (house: House) => Promise<Seen>): Line => ({
  module,
  line,
  page,
  is: { check },
})

/** Of the modules Events, Merchant, Catalog and Review, read on 2026-11-26. */
export const storeLines: readonly Line[] = [
  of(
    'Merchant',
    'merchant/workflow',
    'details, status with its validations, opening hours',
    async (house) => {
      await house.call(checkIntegration, { body: { type: platform } })
      const base = `/merchant/v1\\.0/merchants/${house.merchantId}`
      const status = house.exchanges.findLast(({ path }) => new RegExp(`${base}/status$`).test(path))
      return allOf(
        sawCall(house.exchanges, 'GET', new RegExp(`${base}$`), [200]),
        sawCall(house.exchanges, 'GET', new RegExp(`${base}/status$`), [200]),
        {
          passed: status?.answered.includes('"validations"') === true,
          exchange: 'validations in the answer',
        },
        sawCall(house.exchanges, 'GET', new RegExp(`${base}/opening-hours$`), [200]),
      )
    },
  ),
  of('Merchant', 'merchant/workflow', 'the stores of a credential are listed', async (house) => {
    const account = requireFacet(await marketplaceOf(house), 'account')
    const listed = (await account.listMerchants?.()) ?? []
    return allOf(sawCall(house.exchanges, 'GET', /\/merchant\/v1\.0\/merchants(\?.*)?$/, [200]), {
      passed: listed.some(({ merchantId }) => merchantId === house.merchantId),
      exchange: `${String(listed.length)} stores read`,
    })
  }),
  of('Merchant', 'merchant/workflow', 'QR codes for check-in', async (house) => {
    const account = requireFacet(await marketplaceOf(house), 'account')
    const file = await account.checkinCodes?.([house.merchantId])
    return allOf(sawCall(house.exchanges, 'POST', /\/merchants\/checkin-qrcode$/, [200]), {
      passed: file?.subarray(0, 5).toString() === '%PDF-',
      exchange: `a PDF of ${String(file?.length ?? 0)} bytes`,
    })
  }),
  of('Merchant', 'merchant/workflow', 'an interruption is created, listed and removed', async (house) => {
    const start = new Date()
    const end = new Date(start.getTime() + hourMs)
    const body = { name: 'Homologação', start: start.toISOString(), end: end.toISOString() }
    const { id } = await house.call(scheduleBreak, { body })
    const held = async () => (await house.control.readInterruptions(house.merchantId)).length
    await until('an interruption there', async () => ((await held()) > 0 ? true : null))
    await house.call(endBreak, { params: { id } })
    await until('its end there', async () => ((await held()) === 0 ? true : null))
    return allOf(
      sawCall(house.exchanges, 'POST', /\/interruptions$/, [201]),
      sawCall(house.exchanges, 'GET', /\/interruptions(\?.*)?$/, [200]),
      sawCall(house.exchanges, 'DELETE', /\/interruptions\/[\w-]+$/, [204]),
    )
  }),
  of('Merchant', 'merchant/workflow', 'opening hours are replaced as a week', async (house) => {
    const { version } = await house.call(readWorkingHours, {})
    const week = [{ weekday: 'FRIDAY' as const, start: '11:00', end: '23:00' }]
    await house.call(saveWeek, { body: { week, version } })
    await until('the week there', async () => {
      const { shifts } = await house.control.readOpeningHours(house.merchantId)
      return shifts?.length === 1 ? shifts : null
    })
    return sawCall(house.exchanges, 'PUT', /\/opening-hours$/, [200, 201, 204])
  }),
  of('Catalog', 'catalog/v2', 'an item is taken off sale and its price changed', async (house) => {
    const marketplace = await marketplaceOf(house)
    await requireFacet(marketplace, 'menu').setStatus(house.merchantId, house.itemId, 'UNAVAILABLE')
    await requireFacet(marketplace, 'prices').set(house.merchantId, house.itemId, 3_590)
    const { items } = await house.control.readCatalog(house.merchantId)
    return allOf(
      sawCall(house.exchanges, 'PATCH', /\/items\/status$/, [200]),
      sawCall(house.exchanges, 'PATCH', /\/items\/price$/, [200]),
      {
        passed: items.some(({ status, cents }) => status === 'UNAVAILABLE' && cents === 3_590),
        exchange: 'both read back',
      },
    )
  }),
  of('Catalog', 'catalog/v2', 'options are paused and priced', async (house) => {
    const options = requireFacet(await marketplaceOf(house), 'options')
    await options.setStatus(house.merchantId, house.optionId, 'UNAVAILABLE')
    await options.setPrice(house.merchantId, house.optionId, 650)
    const there = await requireFacet(await marketplaceOf(house), 'menu').read(house.merchantId)
    const option = there.flatMap((item) => item.options ?? []).find((one) => one.optionId === house.optionId)
    return allOf(
      sawCall(house.exchanges, 'PATCH', /\/options\/status$/, [200]),
      sawCall(house.exchanges, 'PATCH', /\/options\/price$/, [200]),
      { passed: option?.onSale === false && option.priceCents === 650, exchange: 'both read back' },
    )
  }),
  of('Catalog', 'catalog/v2', 'catalogs and their categories with items are read', async (house) => {
    await requireFacet(await marketplaceOf(house), 'catalogue').read(house.merchantId)
    return allOf(
      sawCall(house.exchanges, 'GET', /\/catalogs$/, [200]),
      sawCall(house.exchanges, 'GET', /\/categories\?include_items=true$/, [200]),
    )
  }),
  of(
    'Review',
    'review/homologation',
    'reviews are listed by date with their count, read one by one, and answered',
    async (house) => {
      const { externalId } = await house.place()
      const { reviewId } = await house.control.review(externalId, { score: 3, comment: 'Chegou fria' })
      const reviews = requireFacet(await marketplaceOf(house), 'reviews')
      const [from, to] = [new Date(Date.now() - dayMs), new Date(Date.now() + dayMs)]
      await reviews.read(house.merchantId, from, to)
      await reviews.readOne(house.merchantId, reviewId)
      await reviews.answer(house.merchantId, reviewId, 'Vamos embalar melhor. Obrigado por contar.')
      return allOf(
        sawCall(house.exchanges, 'GET', /\/reviews\?.*dateFrom=.*addCount=true/, [200]),
        sawCall(house.exchanges, 'GET', /\/reviews\/[\w-]+$/, [200]),
        sawCall(house.exchanges, 'POST', /\/answers$/, [200, 201]),
      )
    },
  ),
  of('Review', 'review/homologation', 'the summary of a store', async (house) => {
    const reviews = requireFacet(await marketplaceOf(house), 'reviews')
    const summary = await reviews.readSummary?.(house.merchantId)
    return allOf(sawCall(house.exchanges, 'GET', /\/merchants\/[\w-]+\/summary$/, [200]), {
      passed: (summary?.total ?? 0) > 0,
      exchange: `${String(summary?.score)} of ${String(summary?.counted)} that count`,
    })
  }),
  of('Events', 'events/webhook-presence', 'presence per merchant by webhook', async (house) => {
    await house.control.setMerchants([{ merchantId: 'of-nobody-here', name: 'De outro', menu: [] }])
    const askedWith = async (week: Sent<typeof saveWeek>['body']['week']) => {
      const { version } = await house.call(readWorkingHours, {})
      await house.call(saveWeek, { body: { week, version } })
      return house.control.askPresence(true)
    }
    const inThreeDays = weekdays[(new Date().getUTCDay() + 3) % 7] ?? 'MONDAY'
    const open = await askedWith(weekdays.map((weekday) => ({ weekday, start: '00:00', end: '00:00' })))
    const closed = await askedWith([{ weekday: inThreeDays, start: '11:00', end: '12:00' }])
    const told = ({ statuses, shown }: typeof open) =>
      `POST webhook KEEPALIVE {merchantIds} → ${statuses.join(', ')} {merchantIds: ${shown.join(', ')}}`
    return {
      passed:
        [...open.statuses, ...closed.statuses].every((status) => status === 202) &&
        open.shown.join(' ') === house.merchantId &&
        closed.shown.length === 0,
      exchange: `${told(open)}; outside its hours ${told(closed)}`,
    }
  }),
  of('Events', 'events/homologation', 'a webhook with a wrong signature is refused', async (house) => {
    const body = JSON.stringify(await eventOf(house))
    const statuses = await Promise.all([secret, 'another-secret'].map((key) => deliver(house, body, key)))
    return {
      passed: statuses[0] === 202 && (statuses[1] ?? 0) >= 400,
      exchange: `POST webhook → ${String(statuses[0])}, wrongly signed → ${String(statuses[1])}`,
    }
  }),
]

/** After all others: what they left on the wire. */
export const wireLines: readonly Line[] = [
  of('Events', 'events/homologation', 'polling every 30 s, naming the merchants', async ({ exchanges }) => {
    const polls = exchanges.filter(({ path }) => path.includes('events:polling'))
    const gaps = polls.slice(1).map(({ at }, index) => (at - (polls[index]?.at ?? at)) / 1_000)
    const named = polls.every((poll) => poll.headers['x-polling-merchants'])
    return {
      passed: gaps.length > 0 && named && gaps.every((gap) => gap > 28 && gap < 32),
      exchange: `GET events:polling, gaps ${gaps.map((gap) => gap.toFixed(1)).join(', ')} s`,
    }
  }),
  of('Events', 'events/homologation', 'every event is acknowledged right after its poll', async (house) => {
    const late = house.exchanges.flatMap((poll) => {
      if (!poll.path.includes('events:polling') || poll.status !== 200) return []
      const ids = new Set((JSON.parse(poll.answered) as { id: string }[]).map(({ id }) => id))
      const answers = house.exchanges.filter(
        ({ path, at }) => path.includes('acknowledgment') && at >= poll.at && at < poll.at + 5_000,
      )
      return [...ids].filter((id) => !answers.some(({ sent }) => sent.includes(id)))
    })
    const seen = sawCall(house.exchanges, 'POST', /\/acknowledgment$/, [202])
    return allOf(seen, { passed: late.length === 0, exchange: `${String(late.length)} later than 5 s` })
  }),
  of('Order', 'order/homologation', 'a token is asked for only when one ends', async ({ exchanges }) => {
    const tokens = exchanges.filter(({ path }) => path.endsWith('/oauth/token'))
    const [last] = tokens.slice(-1)
    return {
      passed: tokens.length === 1,
      exchange: `${last ? exchangeText(last) : 'no token'}, ${String(tokens.length)} in ${String(exchanges.length)} calls`,
    }
  }),
]

async function eventOf(house: House) {
  const { externalId: orderId } = await house.place()
  const createdAt = new Date(Date.now() - minuteMs).toISOString()
  return {
    id: randomUUID(),
    code: 'OPA',
    fullCode: 'ORDER_PATCHED',
    orderId,
    merchantId: house.merchantId,
    createdAt,
  }
}

async function deliver({ webhookUrl }: House, body: string, key: string): Promise<number> {
  const signature = createHmac('sha256', key).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-ifood-signature': signature }
  return (await fetch(webhookUrl, { method: 'POST', headers, body })).status
}
