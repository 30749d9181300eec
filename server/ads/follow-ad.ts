import type { FastifyInstance } from 'fastify'
import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import * as z from 'zod/mini'
import { adGreeting, clickDays } from '../../contract/ads/ads.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'
import { storeOfMenuSlug, throttle } from '../identity/identity.ts'
import { modulesOffOf } from '../stores/stores.ts'
import { codeLetters, withClickCode } from './click-codes.rules.ts'
import { freshCode } from './fresh-code.ts'

/** Odd values are left out: every click arrives. */
const word = z.string().check(z.regex(/^[\w.-]{1,400}$/))
const wordOf = (value: unknown): string | undefined => word.safeParse(value).data

/**
 * Leads from an ad or an item of a feed to the store's WhatsApp. Of an ad it notes the click and puts the click's code
 * into the message, so that the order can be counted for it. A customer arrives also while the store's module is off.
 */
export function followAd(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { menuSlug: string } }>('/feeds/:menuSlug/whatsapp', async (request, reply) => {
    const storeId = await storeOfMenuSlug(deps, request.params.menuSlug)
    if (!storeId) throw new AppError('store/not-found')
    const now = deps.now()
    await throttle(deps.directory, { purpose: 'link-click', address: request.ip }, now)
    const asked = request.query as Readonly<Record<string, unknown>>
    const [anuncio, item, fbclid] = [asked.anuncio, asked.item, asked.fbclid].map(wordOf)
    const url = await withStoreScope(deps.cells, [storeId], async (tx) => {
      const { phone } = await tx
        .selectFrom('stores')
        .select('phone')
        .where('id', '=', storeId)
        .executeTakeFirstOrThrow()
      if (!phone) throw new AppError('store/not-served', { message: 'Esta loja ainda não tem telefone.' })
      const name = item ? await itemName(tx, storeId, item) : null
      const counts = !(await modulesOffOf(tx, storeId)).includes('ads')
      const code = anuncio && counts ? await noteClick(tx, { storeId, anuncio, fbclid, now }) : null
      return `https://wa.me/${phone.replaceAll(/\D/g, '')}?text=${encodeURIComponent(greeting(name, code))}`
    })
    return reply.header('cache-control', 'no-store').redirect(url, 302)
  })
}

const greeting = (item: string | null, code: string | null): string =>
  withClickCode(item ? `Olá! Quero pedir: ${item}.` : adGreeting, code)

async function itemName(tx: Transaction<Cell>, storeId: string, id: string): Promise<string | null> {
  if (!z.safeParse(z.guid(), id).success) return null
  const row = await tx
    .selectFrom('menu_items')
    .select('name')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.name ?? null
}

interface Click {
  readonly storeId: string
  readonly anuncio: string
  readonly fbclid: string | undefined
  readonly now: Date
}

/** Null: no such ad, or an ended one. Clicks that no order took in time go with the next one. */
async function noteClick(
  tx: Transaction<Cell>,
  { storeId, anuncio, fbclid, now }: Click,
): Promise<string | null> {
  const ad = await tx
    .selectFrom('ads')
    .select('id')
    .where('store_id', '=', storeId)
    .where('code', '=', anuncio)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!ad) return null
  await sql`
    delete from ad_clicks c where c.store_id = ${storeId} and c.at < ${new Date(now.getTime() - clickDays * 86_400_000)}
      and not exists (select from ad_orders o where o.store_id = c.store_id and o.click_id = c.id)`.execute(
    tx,
  )
  const row = await tx
    .insertInto('ad_clicks')
    .values({
      store_id: storeId,
      id: uuidv7(),
      ad_id: ad.id,
      code: freshCode(codeLetters),
      click_kind: fbclid ? 'fbclid' : null,
      click_id: fbclid ?? null,
      at: now,
    })
    // A code that another click of the store has: this one goes without.
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst()
  return row?.code ?? null
}
