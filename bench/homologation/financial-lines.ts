import { dayMs } from '../../contract/shared/durations.ts'
import { requireFacet } from '../../server/marketplaces/marketplace.ts'
import { marketplaceOf, platform, until, type House } from './house.ts'
import { allOf, sawCall, type Line, type Seen } from './line.ts'

const of = (page: string, line: string, check: (house: House) => Promise<Seen>): Line => ({
  module: 'Financial',
  line,
  page: `financial/${page}`,
  is: { check },
})

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
const ledgerOf = async (house: House) => requireFacet(await marketplaceOf(house), 'ledger')

/** Of the module Financial, read on 2026-11-26 and 2026-11-27. */
export const financialLines: readonly Line[] = [
  of('intro', 'financial events and settlements are read', async (house) => {
    const ledger = await ledgerOf(house)
    const [from, to] = [daysAgo(7), daysAgo(0)]
    await ledger.readLines(house.merchantId, from, to)
    await ledger.readPayouts(house.merchantId, from, to)
    return allOf(
      sawCall(house.exchanges, 'GET', /\/financial-events\?/, [200]),
      sawCall(house.exchanges, 'GET', /\/settlements\?/, [200]),
    )
  }),
  of('api-sales', 'sales', async (house) => {
    const { externalId } = await house.place()
    const { statements } = await ledgerOf(house)
    const sales = (await statements?.readSales(house.merchantId, daysAgo(6), daysAgo(0))) ?? []
    return allOf(sawCall(house.exchanges, 'GET', /\/sales\?beginSalesDate=/, [200]), {
      passed: sales.some((sale) => sale.externalId === externalId),
      exchange: `${String(sales.length)} sales read`,
    })
  }),
  of('api-anticipation', 'anticipations', async (house) => {
    const { merchantId } = house
    await house.control.setBooks({
      anticipations: [{ merchantId, feePercentage: 2 }],
      strays: [{ merchantId, orderId: null, name: 'SALE', amount: 100, date: `${daysAgo(16)}T15:00:00Z` }],
    })
    const { readAnticipations } = await ledgerOf(house)
    const early = (await readAnticipations?.(merchantId, daysAgo(28), daysAgo(0))) ?? []
    return allOf(sawCall(house.exchanges, 'GET', /\/anticipations\?beginCalculationDate=/, [200]), {
      passed: early.some(({ feeCents, cents }) => feeCents === 200 && cents === 9_800),
      exchange: 'its fee and what was paid read',
    })
  }),
  of('api-reconciliation-ondemand', 'reconciliation on demand', async (house) => {
    const { merchantId } = house
    await house.control.setBooks({
      strays: [{ merchantId, orderId: null, name: 'SALE', amount: 100, date: `${daysAgo(16)}T15:00:00Z` }],
    })
    const ledger = await ledgerOf(house)
    const { statements } = ledger
    const [line] = await ledger.readLines(merchantId, daysAgo(28), daysAgo(0))
    const { competence = '' } = (line?.raw ?? {}) as { competence?: string }
    const request = (await statements?.ask(merchantId, competence)) ?? ''
    const again = await statements?.ask(merchantId, competence)
    const made = await until('the file', async () => {
      const statement = await statements?.read(merchantId, request)
      return statement?.state === 'ready' ? statement.lines : null
    })
    return allOf(
      sawCall(house.exchanges, 'POST', /\/reconciliation\/on-demand$/, [200, 202, 409]),
      sawCall(house.exchanges, 'GET', /\/reconciliation\/on-demand\/[\w-]+$/, [200]),
      { passed: again === request, exchange: 'a second request gets the one under way' },
      {
        passed: made.some(({ cents }) => cents === 10_000),
        exchange: `${String(made.length)} lines of the file read`,
      },
    )
  }),
  of('api-reconciliation', 'the file of a closed month without a request', async (house) => {
    const { merchantId } = house
    const at = Date.now() - 60 * dayMs
    await house.control.setBooks({
      strays: [{ merchantId, orderId: null, name: 'SALE', amount: 100, date: new Date(at).toISOString() }],
    })
    const ledger = await ledgerOf(house)
    const [line] = await ledger.readLines(merchantId, daysAgo(61), daysAgo(59))
    const { competence = '' } = (line?.raw ?? {}) as { competence?: string }
    const kept = await ledger.statements?.readClosed(merchantId, competence)
    return allOf(sawCall(house.exchanges, 'GET', /\/reconciliation\?competence=/, [200]), {
      passed: kept?.some(({ cents }) => cents === 10_000) === true,
      exchange: `${String(kept?.length)} lines of the file read`,
    })
  }),
]

/** With a token of its own, so after the line that counts them. */
export const testFigureLines: readonly Line[] = [
  of('homologation', 'test data by x-request-homologation', async (house) => {
    const { deps, merchantId, exchanges } = house
    const kind = deps.marketplaces.kinds.find((one) => one.platform === platform)
    const there = kind?.connect(
      { env: { ...deps.env, IFOOD_HOMOLOGATION: true }, log: deps.log, now: () => deps.now() },
      null,
    )
    if (!there) throw new Error('no marketplace')
    const [from, to] = [daysAgo(6), daysAgo(0)]
    const ledger = requireFacet(there, 'ledger')
    const lines = await ledger.readLines(merchantId, from, to)
    const sales = (await ledger.statements?.readSales(merchantId, from, to)) ?? []
    const sent = exchanges.filter((one) => one.headers['x-request-homologation'] === 'true')
    return {
      passed: lines.length > 0 && sales.length > 0 && sent.length === 2,
      exchange: `${sent.map(({ path }) => path.replace(/\?.*/, '').split('/').at(-1)).join(', ')} sent with it: ${String(lines.length)} lines, ${String(sales.length)} sales`,
    }
  }),
]
