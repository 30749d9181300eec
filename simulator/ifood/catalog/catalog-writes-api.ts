import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rejectUnauthorised } from '../access-api.ts'
import type { MadeCategory, MenuEntry, Merchant } from '../records.ts'
import type { World } from '../world.ts'
import { categoriesOf, saveCategory } from './categories.ts'
import { entryOf, flatOf, type FlatItem } from './flat-item.ts'
import { refusalOf } from './item-rules.ts'

const imageLimit = 8 * 1024 * 1024

/** Writes of iFood's Catalog API v2 (docs/marketplaces/ifood.md section 6): categories, whole items, images, batches. */
export function catalogWritesApi(app: FastifyInstance, world: World): void {
  const guarded = {
    preHandler: (request: FastifyRequest, reply: FastifyReply) => rejectUnauthorised(world, request, reply),
  }
  const base = '/catalog/v2.0/merchants/:merchantId'
  const on =
    (handle: (merchant: Merchant, request: FastifyRequest, reply: FastifyReply) => unknown) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const merchant = world.merchants.get((request.params as { merchantId: string }).merchantId)
      return merchant ? handle(merchant, request, reply) : refuse(reply, 403, 'user is forbidden')
    }

  app.post(`${base}/categories`, guarded, on(addCategory))
  app.patch(`${base}/categories/:categoryId`, guarded, on(changeCategory))
  app.get(
    `${base}/items/:itemId/flat`,
    guarded,
    on((merchant, request, reply) => {
      const entry = entryIn(merchant, request)
      if (!entry) return refuse(reply, 404, 'Item not found')
      const category = categoriesOf(merchant).find(({ name }) => name === entry.category)
      return flatOf(entry, category?.id ?? '')
    }),
  )
  app.put(
    `${base}/items`,
    guarded,
    on((merchant, request, reply) => {
      const name = String((request.body as FlatItem | null)?.products?.[0]?.name)
      world.catalogCalls.push({ merchantId: merchant.id, itemId: itemIdOf(request), change: `put ${name}` })
      return putItem(merchant, request, reply)
    }),
  )
  app.post(`${base}/image/upload`, { ...guarded, bodyLimit: imageLimit }, on(uploadImage))
  batchCalls(app, world)
}

function addCategory(merchant: Merchant, request: FastifyRequest, reply: FastifyReply): unknown {
  const { name, status, template, externalCode } = (request.body ?? {}) as Partial<MadeCategory>
  if (typeof name !== 'string' || name.trim() === '') return refuse(reply, 400, 'name is required')
  if (status !== 'AVAILABLE' && status !== 'UNAVAILABLE') return refuse(reply, 400, 'status is invalid')
  if (template !== 'DEFAULT' && template !== 'PIZZA') return refuse(reply, 400, 'template is invalid')
  const there = categoriesOf(merchant)
  const same = there.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (same) return conflict(reply, 'Category with this name already exists', [same.id])
  const pizza = there.find((one) => one.template === 'PIZZA')
  if (template === 'PIZZA' && pizza)
    return conflict(reply, 'Merchant already has a PIZZA category', [pizza.id])
  const category = { id: randomUUID(), name, status, template, externalCode: externalCode ?? '' }
  saveCategory(merchant, category)
  return reply.code(201).send(category)
}

function changeCategory(merchant: Merchant, request: FastifyRequest, reply: FastifyReply): unknown {
  const { categoryId } = request.params as { categoryId: string }
  const former = categoriesOf(merchant).find(({ id }) => id === categoryId)
  if (!former) return refuse(reply, 404, 'Category not found')
  const {
    name = former.name,
    status = former.status,
    externalCode = former.externalCode,
  } = (request.body ?? {}) as Partial<MadeCategory>
  if (categoriesOf(merchant).some((one) => one.id !== categoryId && one.name === name))
    return conflict(reply, 'Category with this name already exists', [])
  const { id, template } = former
  const category = { id, template, name, status, externalCode }
  saveCategory(merchant, category)
  return category
}

/** An id that is there is written over; an external code is there once. */
function putItem(merchant: Merchant, request: FastifyRequest, reply: FastifyReply): unknown {
  const refusal = refusalOf(request.body)
  if (refusal) return refuse(reply, refusal.status, refusal.message)
  const flat = request.body as FlatItem
  const { item } = flat
  const twin = merchant.menu.find((one) => one.code === item.externalCode && one.itemId !== item.id)
  if (twin) return conflict(reply, 'externalCode is already in use', [twin.itemId])
  const categories = categoriesOf(merchant)
  const category =
    item.categoryId === undefined && item.type === 'PIZZA'
      ? categories.find(({ template }) => template === 'PIZZA')
      : categories.find(({ id }) => id === item.categoryId)
  if (!category) return refuse(reply, 400, 'categoryId not found')
  if ((item.type === 'PIZZA') !== (category.template === 'PIZZA'))
    return refuse(reply, 400, 'type of the item and template of the category differ')
  const entry = entryOf(flat, category.name)
  const place = merchant.menu.findIndex((one) => one.itemId === entry.itemId)
  // A category stays where it is though its last item leaves it.
  if (!merchant.madeCategories?.some(({ id }) => id === category.id)) {
    const { sequence: _, ...made } = category
    saveCategory(merchant, made)
  }
  merchant.menu = place < 0 ? [...merchant.menu, entry] : merchant.menu.with(place, entry)
  return reply.code(200).send(flatOf(entry, category.id))
}

/** A data URI; bare base64 is refused. */
function uploadImage(merchant: Merchant, request: FastifyRequest, reply: FastifyReply): unknown {
  const { image } = (request.body ?? {}) as { image?: unknown }
  const read =
    typeof image === 'string'
      ? /^data:image\/(\w+)(?:\+\w+)?;base64,([A-Za-z0-9+/]+={0,2})$/.exec(image)
      : null
  if (!read) return refuse(reply, 400, 'NotABase64')
  const name = createHash('sha256')
    .update(`${read[2] ?? ''}`)
    .digest('hex')
    .slice(0, 12)
  return reply.code(201).send({ imagePath: `${merchant.id}/${name}.${read[1] ?? ''}` })
}

/** Changes of many products at once: taken, done at once here, and read by the id of the batch. */
function batchCalls(app: FastifyInstance, world: World): void {
  const guarded = {
    preHandler: (request: FastifyRequest, reply: FastifyReply) => rejectUnauthorised(world, request, reply),
  }
  const base = '/catalog/v2.0/merchants/:merchantId'
  const batches = new Map<string, object>()
  app.patch(`${base}/products/status`, guarded, async (request, reply) => {
    const { merchantId } = request.params as { merchantId: string }
    const merchant = world.merchants.get(merchantId)
    if (!merchant) return refuse(reply, 403, 'user is forbidden')
    const changes = request.body as readonly { externalCode?: string; productId?: string; status?: string }[]
    if (!Array.isArray(changes) || changes.length === 0) return refuse(reply, 400, 'a list is required')
    const results = changes.map(({ externalCode, productId, status }) => {
      const entries = merchant.menu.filter(
        (one) => (externalCode && one.code === externalCode) || (productId && one.productId === productId),
      )
      const sound = entries.length > 0 && (status === 'AVAILABLE' || status === 'UNAVAILABLE')
      if (sound) for (const entry of entries) entry.status = status
      for (const { itemId } of sound ? entries : [])
        world.catalogCalls.push({ merchantId, itemId, change: `status ${status} by batch` })
      return {
        resourceId: externalCode ?? productId,
        result: sound ? 'SUCCESS' : 'FAILURE',
        ...(sound ? {} : { failureReason: 'NOT_FOUND' }),
      }
    })
    const batchId = randomUUID()
    batches.set(batchId, { batchStatus: 'COMPLETED', results })
    return reply.code(202).send({ batchId, url: `/merchants/${merchantId}/batch/${batchId}` })
  })
  app.get(`${base}/batch/:batchId`, guarded, async (request, reply) => {
    const batch = batches.get((request.params as { batchId: string }).batchId)
    return batch ?? refuse(reply, 404, 'Batch not found')
  })
}

const itemIdOf = (request: FastifyRequest): string => String((request.body as FlatItem | null)?.item?.id)

const entryIn = (merchant: Merchant, request: FastifyRequest): MenuEntry | undefined =>
  merchant.menu.find(({ itemId }) => itemId === (request.params as { itemId: string }).itemId)

const refuse = (reply: FastifyReply, status: number, message: string): FastifyReply =>
  reply.code(status).send({ error: { code: status === 422 ? 'UnprocessableEntity' : 'BadRequest', message } })
const conflict = (reply: FastifyReply, message: string, ids: readonly string[]): FastifyReply =>
  reply.code(409).send({ error: { code: 'Conflict', message, conflictingResources: ids } })
