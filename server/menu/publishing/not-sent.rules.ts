import type { DocumentItem, DocumentOptionGroup, MenuDocument } from '../../../contract/menu/menu-document.ts'
import type { ItemPublished, PublishedMenu } from '../../marketplaces/published-menu.ts'

interface LeftOut {
  readonly where: string
  readonly message: string
}

/**
 * What a menu says that no channel takes which is published to (docs/marketplaces): words of a
 * category, how often one option may be taken, and the order of the items. pt-BR, for the person who is about to publish.
 */
export function notSent(
  menu: MenuDocument,
  there: PublishedMenu,
  matched: ReadonlyMap<DocumentItem, ItemPublished>,
): readonly LeftOut[] {
  return [
    ...menu.categories.flatMap(({ name, description, items }) => [
      ...(description.trim() === '' || items.length === 0
        ? []
        : [{ where: name, message: 'A descrição da categoria não vai para este canal.' }]),
      ...(isInOrder(items, there, matched)
        ? []
        : [
            {
              where: name,
              message: 'Lá os itens estão em outra ordem, que este canal não recebe: mude por lá.',
            },
          ]),
    ]),
    ...usedGroups(menu).flatMap(timesOfOptions),
  ]
}

/** Whether the items that are there follow each other as here, those of one category there at a time. */
function isInOrder(
  items: readonly DocumentItem[],
  there: PublishedMenu,
  matched: ReadonlyMap<DocumentItem, ItemPublished>,
): boolean {
  const place = new Map(there.items.map((item, index) => [item, index]))
  const last = new Map<string, number>()
  return items.every((item) => {
    const found = matched.get(item)
    const index = found && place.get(found)
    if (!found || index === undefined) return true
    const before = last.get(found.categoryId) ?? -1
    last.set(found.categoryId, index)
    return index > before
  })
}

const usedGroups = ({
  categories,
  otherItems,
  optionGroups,
}: MenuDocument): readonly DocumentOptionGroup[] => {
  const items = [...categories.flatMap((category) => category.items), ...otherItems]
  const codes = new Set(items.flatMap((item) => item.optionGroups))
  return optionGroups.filter(({ externalCode, askedWith }) => codes.has(externalCode) || askedWith)
}

/** A group that takes one option takes it once, whatever the option says. */
function timesOfOptions({ name, maxPermitted, options }: DocumentOptionGroup): readonly LeftOut[] {
  const several = options.filter((option) => Math.min(option.maxPermitted, maxPermitted) > 1)
  if (several.length === 0) return []
  const words = several.map((option) => `${option.name} até ${String(option.maxPermitted)} vezes`)
  return [
    {
      where: name,
      message: `Aqui o cliente pode escolher ${words.join(', ')}. Este canal não recebe esse limite: confira por lá.`,
    },
  ]
}
