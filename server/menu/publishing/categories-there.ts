import { withStoreScope } from '../../db/scope.ts'
import { RefusedThere, type PublishedMenu } from '../../marketplaces/published-menu.ts'
import { notePublication, type KeptCategory, type PublicationPart } from './publication-rows.ts'
import { isShelf } from './plan.rules.ts'
import { refusalWords } from './refusal-words.ts'
import type { PublishingRun } from './publishing-run.ts'

export interface CategoriesThere {
  /** Throws RefusedThere where the marketplace took no such category. */
  readonly idOf: (code: string) => string
  readonly otherPlaces: readonly string[]
}

/** Adds those that items need, and renames those that are called otherwise here; a run that comes again finds them. */
export async function categoriesThere(
  run: PublishingRun,
  waiting: readonly PublicationPart[],
): Promise<CategoriesThere> {
  const { deps, storeId, publication, publishing } = run
  const { id } = publication
  const there = await publishing.read(publication.merchantId)
  if (publication.takesBack !== null) {
    await renameBack(run, there)
    return { idOf: () => '', otherPlaces: there.otherPlaces }
  }
  const needed = new Set(waiting.map(({ categoryCode }) => categoryCode))
  const refused = new Map<string, RefusedThere>()
  const problems: string[] = []
  const kept: KeptCategory[] = []
  for (const category of publication.categories) {
    const { id: foundId, added, refusal } = await makeSo(run, category, { there, needed })
    if (refusal && foundId === null) refused.set(category.code, refusal)
    else if (refusal) problems.push(`Categoria ${category.name}: ${refusalWords(refusal)}`)
    kept.push({ ...category, id: foundId, ...(added || category.added ? { added: true } : {}) })
  }
  await withStoreScope(deps.cells, [storeId], (tx) =>
    notePublication(
      tx,
      { storeId, id },
      { categories: JSON.stringify(kept), ...(problems.length > 0 ? { problem: problems.join(' ') } : {}) },
    ),
  )
  return {
    idOf: (code) => {
      const refusal = refused.get(code)
      if (refusal) throw refusal
      return kept.find((one) => one.code === code)?.id ?? ''
    },
    otherPlaces: there.otherPlaces,
  }
}

/** Null: it is not there, because no item needs it or the marketplace refused it. */
async function makeSo(
  { publication: { merchantId }, publishing }: PublishingRun,
  category: KeptCategory,
  { there, needed }: { readonly there: PublishedMenu; readonly needed: ReadonlySet<string | null> },
): Promise<{ readonly id: string | null; readonly added: boolean; readonly refusal?: RefusedThere }> {
  const { code, name, pizza, before } = category
  const found =
    there.categories.find((one) => one.id === category.id) ??
    there.categories.find((one) => isShelf(one, category))
  const id = found?.id ?? null
  try {
    if (found && before !== null && found.name !== name)
      await publishing.renameCategory(merchantId, found.id, name)
    if (id !== null || !needed.has(code)) return { id, added: false }
    return { id: await publishing.addCategory(merchantId, { code, name, pizza }), added: true }
  } catch (error) {
    if (!(error instanceof RefusedThere)) throw error
    return { id, added: false, refusal: error }
  }
}

/** A category that was added stays, empty: its items are off sale. */
async function renameBack(
  { publication: { categories, merchantId }, publishing }: PublishingRun,
  there: PublishedMenu,
): Promise<void> {
  for (const { id, before } of categories) {
    const found = there.categories.find((one) => one.id === id)
    if (found && before !== null && found.name !== before)
      await publishing.renameCategory(merchantId, found.id, before)
  }
}
