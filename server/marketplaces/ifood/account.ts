import * as z from 'zod/mini'
import { readDocument } from '../sanitise/fit-to-schema.ts'
import type { ListedMerchant, MerchantAccount } from '../merchant.ts'
import { failure, rejectFailure, type IfoodCaller } from './http.ts'

const merchantDocument = z.looseObject({
  id: z.string(),
  name: z.optional(z.string()),
  corporateName: z.optional(z.string()),
  address: z.optional(
    z.looseObject({
      street: z.optional(z.string()),
      number: z.optional(z.string()),
      district: z.optional(z.string()),
      city: z.optional(z.string()),
    }),
  ),
})

/** A person waits for the answer; more often would be misuse of the token call. */
const newAccessMs = 10_000
const pageSize = 100
const maxPages = 20

/** Merchants as iFood knows them (docs/marketplaces/ifood.md section 2). */
export function ifoodAccount(call: IfoodCaller): MerchantAccount {
  const merchants = '/merchant/v1.0/merchants'
  const catalogue = (merchantId: string) =>
    `/catalog/v2.0/merchants/${encodeURIComponent(merchantId)}/catalogs`
  return {
    listMerchants: async () => {
      const found: ListedMerchant[] = []
      for (let page = 1; page <= maxPages; page += 1) {
        const answer = await call('GET', `${merchants}?page=${page}&size=${pageSize}`)
        rejectFailure(answer, 'merchants')
        const documents: readonly unknown[] = Array.isArray(answer.body) ? answer.body : []
        found.push(...documents.map(merchantOf))
        if (documents.length < pageSize) break
      }
      return found
    },
    readMerchant: async (merchantId) => {
      const answer = await call('GET', `${merchants}/${encodeURIComponent(merchantId)}`, { newAccessMs })
      rejectFailure(answer, 'merchant')
      return merchantOf(answer.body)
    },
    countItems: async (merchantId) => {
      const catalogues = await call('GET', catalogue(merchantId))
      rejectFailure(catalogues, 'catalogues')
      let items = 0
      for (const { catalogId } of listOf(catalogues.body)) {
        const path = `${catalogue(merchantId)}/${encodeURIComponent(String(catalogId))}/categories?include_items=true`
        const categories = await call('GET', path)
        rejectFailure(categories, 'categories')
        for (const category of listOf(categories.body))
          items += listOf(category.items).length + (category.pizza ? 1 : 0)
      }
      return items
    },
    countShifts: async (merchantId) => {
      const answer = await call('GET', `${merchants}/${encodeURIComponent(merchantId)}/opening-hours`)
      rejectFailure(answer, 'opening hours')
      return listOf((answer.body as { shifts?: unknown } | null)?.shifts).length
    },
    checkinCodes: async (merchantIds) => {
      const answer = await call('POST', `${merchants}/checkin-qrcode`, {
        json: { merchantIds },
        headers: { accept: 'application/pdf' },
        bytes: true,
      })
      rejectFailure(answer, 'check-in codes')
      const { body } = answer
      if (Buffer.isBuffer(body) && body.subarray(0, 5).toString('latin1') === '%PDF-') return body
      throw failure('unreachable', 'no PDF of the check-in codes')
    },
  }
}

function merchantOf(document: unknown): ListedMerchant {
  const { value } = readDocument(merchantDocument, document)
  const { street, number, district, city } = value.address ?? {}
  const address = [[street, number].filter(Boolean).join(', '), district, city].filter(Boolean).join(' · ')
  return {
    merchantId: value.id,
    name: value.name ?? value.corporateName ?? value.id,
    address: address === '' ? null : address,
  }
}

const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  (Array.isArray(value) ? value : []).filter(
    (one): one is Record<string, unknown> => typeof one === 'object' && one !== null,
  )
