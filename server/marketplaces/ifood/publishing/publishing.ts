import { RefusedThere, type MerchantPublishing } from '../../published-menu.ts'
import { categoriesOfTheApp, catalogPath } from '../catalogue.ts'
import { listOf, recordOf, textOf } from '../catalogue-values.ts'
import { failure, platform, rejectFailure, type Answer, type IfoodCaller } from '../http.ts'
import { documentOf, restoredDocument, shownParts, writtenDocument } from './item-document.ts'
import { categoriesIn, itemsIn } from './published-items.ts'

/** Writes of iFood's catalogue v2 (docs/marketplaces/ifood.md section 6). */
export const ifoodPublishing = (call: IfoodCaller): MerchantPublishing => ({
  ...parts(call),
  ...items(call),
})

/** The catalogue, its categories and its photos. */
const parts = (
  call: IfoodCaller,
): Pick<MerchantPublishing, 'read' | 'addCategory' | 'renameCategory' | 'uploadPhoto'> => ({
  read: async (merchantId) => {
    const { categories, catalog } = await categoriesOfTheApp(call, merchantId)
    return {
      categories: categoriesIn(categories),
      items: itemsIn(categories),
      otherPlaces: contextsOf(catalog?.context),
    }
  },
  addCategory: async (merchantId, { name, code, pizza }) => {
    const json = {
      name,
      externalCode: code,
      status: 'AVAILABLE',
      template: pizza ? 'PIZZA' : 'DEFAULT',
    }
    const answer = await call('POST', catalogPath(merchantId, 'categories'), { json })
    rejectRefusal(answer, 'category')
    const id = textOf(recordOf(answer.body).id)
    if (id === '') throw failure('unreachable', 'a category without an id')
    return id
  },
  renameCategory: async (merchantId, categoryId, name) => {
    const path = catalogPath(merchantId, `categories/${encodeURIComponent(categoryId)}`)
    rejectRefusal(await call('PATCH', path, { json: { name } }), 'category')
  },
  uploadPhoto: async (merchantId, { contentType, bytes }) => {
    const json = { image: `data:${contentType};base64,${bytes.toString('base64')}` }
    const answer = await call('POST', catalogPath(merchantId, 'image/upload'), { json })
    rejectRefusal(answer, 'image')
    return textOf(recordOf(answer.body).imagePath)
  },
})

function items(
  call: IfoodCaller,
): Pick<MerchantPublishing, 'readItem' | 'writeItem' | 'restoreItem' | 'isAs' | 'setStatuses'> {
  const put = async (merchantId: string, json: unknown) => {
    rejectRefusal(await call('PUT', catalogPath(merchantId, 'items'), { json }), 'item')
  }
  const flat = async (merchantId: string, itemId: string) => {
    const answer = await call('GET', catalogPath(merchantId, `items/${encodeURIComponent(itemId)}/flat`))
    if (answer.status === 404) return null
    rejectFailure(answer, 'item')
    return answer.body
  }
  return {
    readItem: async (merchantId, itemId) => {
      const document = await flat(merchantId, itemId)
      return document === null ? null : JSON.stringify(document)
    },
    writeItem: async (merchantId, item, kept) => {
      const before = kept === null ? null : documentOf(JSON.parse(kept))
      await put(merchantId, writtenDocument(merchantId, item, before))
    },
    restoreItem: async (merchantId, document, whole) => {
      const before = documentOf(JSON.parse(document))
      const now = whole ? null : await flat(merchantId, textOf(before.item.id))
      await put(merchantId, now === null ? before : restoredDocument(before, documentOf(now)))
    },
    isAs: async (merchantId, document) => {
      const before = documentOf(JSON.parse(document))
      const now = await flat(merchantId, textOf(before.item.id))
      return now !== null && shownParts(documentOf(now)) === shownParts(before)
    },
    setStatuses: (merchantId, itemIds, onSale) => setStatuses(call, { merchantId, itemIds, onSale }),
  }
}

/** In one batch, by the codes of the items: a product may be in several. It is over when its result says so. */
async function setStatuses(
  call: IfoodCaller,
  of: { readonly merchantId: string; readonly itemIds: readonly string[]; readonly onSale: boolean },
): Promise<void> {
  const { merchantId, itemIds } = of
  const status = of.onSale ? 'AVAILABLE' : 'UNAVAILABLE'
  const items = itemsIn((await categoriesOfTheApp(call, merchantId)).categories)
  const asked = items.filter(({ itemId }) => itemIds.includes(itemId))
  const coded = asked.filter(({ externalCode }) => externalCode !== '')
  for (const { itemId } of asked.filter(({ externalCode }) => externalCode === ''))
    rejectFailure(
      await call('PATCH', catalogPath(merchantId, 'items/status'), { json: { itemId, status } }),
      'item status',
    )
  if (coded.length === 0) return
  const json = coded.map(({ externalCode }) => ({ externalCode, status, resources: ['ITEM'] }))
  const begun = await call('PATCH', catalogPath(merchantId, 'products/status'), { json })
  rejectRefusal(begun, 'batch')
  const batchId = textOf(recordOf(begun.body).batchId)
  const answer = await call('GET', catalogPath(merchantId, `batch/${encodeURIComponent(batchId)}`))
  rejectFailure(answer, 'batch')
  const { batchStatus, results } = recordOf(answer.body)
  if (batchStatus !== 'COMPLETED') throw failure('unreachable', `batch ${String(batchStatus)}`)
  const failed = listOf(results).filter(({ result }) => result !== 'SUCCESS')
  if (failed.length > 0) throw new RefusedThere(platform, textOf(failed[0]?.failureReason))
}

/** Of a document that iFood does not take its own words are kept. */
function rejectRefusal(answer: Answer, what: string): void {
  if ([400, 409, 422].includes(answer.status)) {
    const { error, message } = recordOf(answer.body)
    const said = textOf(recordOf(error).message) || textOf(message)
    // The write before is not over there.
    if (/concurrently modified/i.test(said)) throw failure('throttled', said)
    throw new RefusedThere(platform, said)
  }
  rejectFailure(answer, what)
}

const contextsOf = (context: unknown): readonly string[] =>
  Array.isArray(context)
    ? context.filter((one): one is string => typeof one === 'string' && one !== 'DEFAULT')
    : []
