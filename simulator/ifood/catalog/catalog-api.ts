import { categoriesOf } from './categories.ts'
import { optionsOf } from './menu-options.ts'
import type { MenuEntry, MenuGroup, MenuOption, Merchant } from '../records.ts'
import { productOf } from './flat-item.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rejectUnauthorised } from '../access-api.ts'
import type { World } from '../world.ts'

/**
 * iFood's Catalog API v2, as published (docs/marketplaces/ifood.md section 6): one catalog per merchant
 * with categories and items, and the calls that change a single item or a single option.
 */
export function catalogApi(app: FastifyInstance, world: World): void {
  const guarded = {
    preHandler: (request: FastifyRequest, reply: FastifyReply) => rejectUnauthorised(world, request, reply),
  }
  const base = '/catalog/v2.0/merchants/:merchantId'

  app.get(`${base}/catalogs`, guarded, async (request, reply) => {
    const merchant = merchantOf(world, request)
    if (!merchant) return forbidden(reply)
    return [
      {
        catalogId: merchant.id,
        groupId: merchant.id,
        context: merchant.contexts ?? ['DEFAULT'],
        status: 'AVAILABLE',
        modifiedAt: world.now() / 1_000,
      },
    ]
  })

  app.get(`${base}/catalogs/:catalogId/categories`, guarded, async (request, reply) => {
    const merchant = merchantOf(world, request)
    if (!merchant) return forbidden(reply)
    const { catalogId } = request.params as { catalogId: string }
    if (catalogId !== merchant.id) return notFound(reply, 'Catalog')
    const { include_items: withItems, includeItems } = request.query as Record<string, string>
    const listed = categoriesOf(merchant).map(({ name, ...category }) => ({
      ...category,
      name,
      index: category.sequence,
      ...(withItems === 'true' || includeItems === 'true'
        ? { items: merchant.menu.filter((entry) => entry.category === name).map(itemView) }
        : {}),
    }))
    return [...listed, ...(merchant.categories ?? [])]
  })

  app.patch(`${base}/items/status`, guarded, async (request, reply) => {
    const merchant = merchantOf(world, request)
    if (!merchant) return forbidden(reply)
    const { itemId, status } = (request.body ?? {}) as { itemId?: string; status?: string }
    if (status !== 'AVAILABLE' && status !== 'UNAVAILABLE') return badRequest(reply, 'status is invalid')
    if (!itemId) return badRequest(reply, 'itemId is required')
    world.catalogCalls.push({ merchantId: merchant.id, itemId, change: `status ${status}` })
    const entry = merchant.menu.find((one) => one.itemId === itemId)
    if (!entry) return notFound(reply, 'Item')
    entry.status = status
    return itemView(entry, merchant.menu.indexOf(entry))
  })

  app.patch(`${base}/items/price`, guarded, async (request, reply) => {
    const merchant = merchantOf(world, request)
    if (!merchant) return forbidden(reply)
    const { itemId, price } = (request.body ?? {}) as { itemId?: string; price?: { value?: unknown } }
    if (typeof price?.value !== 'number' || price.value < 0) return badRequest(reply, 'price is invalid')
    if (!itemId) return badRequest(reply, 'itemId is required')
    world.catalogCalls.push({ merchantId: merchant.id, itemId, change: `price ${price.value.toFixed(2)}` })
    const entry = merchant.menu.find((one) => one.itemId === itemId)
    if (!entry) return notFound(reply, 'Item')
    entry.cents = Math.round(price.value * 100)
    return itemView(entry, merchant.menu.indexOf(entry))
  })

  optionCalls(app, world)
}

/** A change without a context, or without the size of a flavour, counts in all of them. */
function optionCalls(app: FastifyInstance, world: World): void {
  const guarded = {
    preHandler: (request: FastifyRequest, reply: FastifyReply) => rejectUnauthorised(world, request, reply),
  }
  const base = '/catalog/v2.0/merchants/:merchantId/options'

  app.patch(`${base}/status`, guarded, async (request, reply) => {
    const merchant = merchantOf(world, request)
    if (!merchant) return forbidden(reply)
    const { optionId, status } = (request.body ?? {}) as { optionId?: string; status?: string }
    if (status !== 'AVAILABLE' && status !== 'UNAVAILABLE') return badRequest(reply, 'status is invalid')
    if (!optionId) return badRequest(reply, 'optionId is required')
    world.catalogCalls.push({ merchantId: merchant.id, itemId: optionId, change: `option status ${status}` })
    const options = optionsOf(merchant.menu, optionId)
    if (options.length === 0) return notFound(reply, 'Option')
    for (const option of options) option.status = status
    return { optionId, status }
  })

  app.patch(`${base}/price`, guarded, async (request, reply) => {
    const merchant = merchantOf(world, request)
    if (!merchant) return forbidden(reply)
    const { optionId, price } = (request.body ?? {}) as { optionId?: string; price?: { value?: unknown } }
    if (typeof price?.value !== 'number' || price.value < 0) return badRequest(reply, 'price is invalid')
    if (!optionId) return badRequest(reply, 'optionId is required')
    const change = `option price ${price.value.toFixed(2)}`
    world.catalogCalls.push({ merchantId: merchant.id, itemId: optionId, change })
    const options = optionsOf(merchant.menu, optionId)
    if (options.length === 0) return notFound(reply, 'Option')
    for (const option of options) option.cents = Math.round(price.value * 100)
    return { optionId, price }
  })
}

const itemView = (entry: MenuEntry, index: number) => ({
  id: entry.itemId,
  name: entry.name,
  externalCode: entry.code,
  status: entry.status,
  sequence: index,
  index,
  price: { value: entry.cents / 100, originalValue: entry.cents / 100 },
  productId: entry.productId ?? productOf(entry.itemId),
  ...entry.more?.item,
  ...(entry.type ? { type: entry.type } : {}),
  ...(entry.description ? { description: entry.description } : {}),
  ...(entry.image === undefined ? {} : { imagePath: entry.image }),
  ...(entry.groups ? { hasOptionGroups: true, optionGroups: entry.groups.map(groupView) } : {}),
})

function groupView(
  { id, name, min, max, options, type, association, code, status }: MenuGroup,
  index: number,
): object {
  return {
    id,
    name,
    min,
    max,
    sequence: index,
    index,
    status: status ?? 'AVAILABLE',
    ...(type ? { optionGroupType: type } : {}),
    ...(association ? { associationType: association } : {}),
    ...(code ? { externalCode: code } : {}),
    options: options.map(optionView),
  }
}

const optionView = (
  { id, code, name, cents, status, groups, description, fractions, productId, more }: MenuOption,
  index: number,
) => ({
  ...more?.option,
  id,
  name,
  externalCode: code,
  status,
  sequence: index,
  index,
  productId: productId ?? productOf(id),
  price: { value: cents / 100, originalValue: cents / 100 },
  ...(description ? { description } : {}),
  ...(fractions ? { fractions } : {}),
  ...(groups ? { optionGroups: groups.map(groupView) } : {}),
})

const merchantOf = (world: World, request: FastifyRequest): Merchant | undefined =>
  world.merchants.get((request.params as { merchantId: string }).merchantId)

const badRequest = (reply: FastifyReply, message: string) =>
  reply.code(400).send({ error: { code: 'BadRequest', message } })
const forbidden = (reply: FastifyReply) =>
  reply.code(403).send({ error: { code: 'Forbidden', message: 'user is forbidden to access merchant' } })
const notFound = (reply: FastifyReply, what: string) =>
  reply.code(404).send({ error: { code: 'NotFound', message: `${what} not found` } })
