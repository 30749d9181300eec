import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { withStoreScope } from '../../../db/scope.ts'
import type { TestApp } from '../../../testing/app.ts'

const official = JSON.parse(
  readFileSync(new URL('./open-delivery-v1.7.0.json', import.meta.url), 'utf8'),
) as object
const ajv = new Ajv({ strict: false, allErrors: true, discriminator: false })
formats.default(ajv)
for (const name of ['decimal', 'CRC32']) ajv.addFormat(name, true)
ajv.addSchema(official, 'open-delivery')

/** Checks a reply by Open Delivery's own document. */
export const officialSchema = (name: string) =>
  ajv.compile({ $ref: `open-delivery#/components/schemas/${name}` })

/** Friday, 19:00 in São Paulo. */
export const evening = new Date('2026-11-20T22:00:00Z')
export const document = '22815773000169'

/** What the standard gives no store without: a document, and a point unless it is left out. */
export const describeStore = (
  app: TestApp,
  store: string,
  columns: { document?: string | null; phone?: string; opening_hours?: string },
  point = true,
) =>
  withStoreScope(app.db, [store], async (tx) => {
    const { address } = await tx
      .selectFrom('stores')
      .select('address')
      .where('id', '=', store)
      .executeTakeFirstOrThrow()
    const place = point ? { lat: -23.55, lng: -46.63 } : { lat: null, lng: null }
    await tx
      .updateTable('stores')
      .set({ ...columns, address: JSON.stringify({ ...(address as object), ...place }), version: 2 })
      .where('id', '=', store)
      .execute()
  })
