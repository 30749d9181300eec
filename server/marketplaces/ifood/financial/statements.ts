import { gunzipSync } from 'node:zlib'
import * as z from 'zod/mini'
import { centsFromReais } from '../../../../contract/shared/money.ts'
import { readPublicPage } from '../../../safe-fetch/read-public-page.ts'
import type { MerchantSale, MerchantStatements, StatementLine } from '../../ledger.ts'
import { failure, rejectFailure, type IfoodCaller, type IfoodEnv } from '../http.ts'
import { amount, envelopeOf, merchantPath } from './documents.ts'
import { statementLines } from './statement-file.ts'

const salesPages = 500
const maxFileBytes = 64 * 1024 * 1024

/** Sales, and the reconciliation file of a month, which is kept or made on demand (docs/marketplaces/ifood.md section 6.2). */
export function ifoodStatements(call: IfoodCaller, env: IfoodEnv): MerchantStatements {
  const onDemand = (merchantId: string) => `${merchantPath(merchantId)}/reconciliation/on-demand`
  return {
    readClosed: async (merchantId, month) => {
      const answer = await call('GET', `${merchantPath(merchantId)}/reconciliation?competence=${month}`)
      // Integrations report that this call has ended: a file on demand takes its place.
      if ([204, 404, 410].includes(answer.status)) return null
      rejectFailure(answer, 'reconciliation of a month')
      const { downloadPath } = z.parse(keptDocument, envelopeOf(answer.body))
      return downloadPath ? downloaded(downloadPath, env) : null
    },
    ask: async (merchantId, month) => {
      const answer = await call('POST', onDemand(merchantId), { json: { competence: month } })
      const requestId = requestIdIn(answer.body)
      // A request of the same month is under way: the answer names it.
      if (answer.status === 409 && requestId !== null) return requestId
      rejectFailure(answer, 'reconciliation')
      if (requestId === null) throw failure('unreachable', 'a reconciliation without its request')
      return requestId
    },
    read: async (merchantId, requestId) => {
      const answer = await call('GET', `${onDemand(merchantId)}/${encodeURIComponent(requestId)}`)
      rejectFailure(answer, 'reconciliation request')
      const { status, downloadPath, message } = z.parse(requestDocument, envelopeOf(answer.body))
      if (status?.toLowerCase() === 'error') return { state: 'failed', said: saidOf(message) }
      return downloadPath
        ? { state: 'ready', lines: await downloaded(downloadPath, env) }
        : { state: 'making' }
    },
    readSales: async (merchantId, from, to) => {
      const sales = new Map<string, MerchantSale>()
      for (let page = 1; page <= salesPages; page += 1) {
        const query = new URLSearchParams({ beginSalesDate: from, endSalesDate: to, page: String(page) })
        const answer = await call('GET', `${merchantPath(merchantId)}/sales?${query}`)
        if (answer.status === 404 || answer.status === 204) break
        rejectFailure(answer, 'sales')
        const reply = z.parse(salesPage, envelopeOf(answer.body))
        for (const sale of reply.sales ?? []) sales.set(sale.id, saleOf(sale))
        if ((reply.sales ?? []).length === 0 || page >= (reply.pageCount ?? page)) break
      }
      return [...sales.values()]
    },
  }
}

/** The link leads away from the API, to wherever iFood keeps the file for a day. */
async function downloaded(downloadPath: string, env: IfoodEnv): Promise<readonly StatementLine[]> {
  const own = env.IFOOD_BASE_URL ? [new URL(env.IFOOD_BASE_URL).origin] : []
  const page = await readPublicPage(downloadPath, {
    types: fileTypes,
    trustedOrigins: own,
    maxBytes: maxFileBytes,
    maxMs: 60_000,
  }).catch((error: unknown) => {
    throw failure('unreachable', error instanceof Error ? error.message : 'no file')
  })
  const { bytes } = page
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b
  const text = (packed ? gunzipSync(bytes, { maxOutputLength: maxFileBytes }) : bytes).toString('utf8')
  const lines = statementLines(text)
  if (lines === null) throw failure('refused', 'a statement without the columns that it is read by')
  return lines
}

const fileTypes = [
  'text/csv',
  'application/gzip',
  'application/x-gzip',
  'application/octet-stream',
  'binary/octet-stream',
]

/** The one reason that is known, in Portuguese. */
const saidOf = (message: string | null | undefined): string | null =>
  /no financial entries/i.test(message ?? '') ? 'sem lançamentos neste mês' : (message ?? null)

const keptDocument = z.object({ downloadPath: z.optional(z.nullable(z.string())) })
const requestDocument = z.object({
  status: z.optional(z.nullable(z.string())),
  downloadPath: z.optional(z.nullable(z.string())),
  message: z.optional(z.nullable(z.string())),
})

const idOfRequest = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i

/** The place of the id in a 409 is not published: it is looked for in the whole answer. */
function requestIdIn(body: unknown): string | null {
  const { requestId, id } = (envelopeOf(body) ?? {}) as { requestId?: unknown; id?: unknown }
  const named = requestId ?? id
  if (typeof named === 'string' && named.length <= 100) return named
  return idOfRequest.exec(JSON.stringify(body ?? null))?.[0] ?? null
}

const saleDocument = z.object({
  id: z.string(),
  shortId: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  currentStatus: z.optional(z.nullable(z.string())),
  saleGrossValue: z.object({ bag: amount }),
})
const salesPage = z.object({
  pageCount: z.optional(z.nullable(z.number())),
  sales: z.optional(z.nullable(z.array(saleDocument))),
})

function saleOf(sale: z.output<typeof saleDocument>): MerchantSale {
  const status = sale.currentStatus
  return {
    externalId: sale.id,
    displayId: String(sale.shortId ?? ''),
    state: status === 'CONCLUDED' ? 'sold' : status === 'CANCELLED' ? 'cancelled' : 'running',
    itemsCents: centsFromReais(sale.saleGrossValue.bag),
  }
}
