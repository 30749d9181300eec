import { maxCategories, maxItems } from '../../../contract/menu/menu-document.ts'
import {
  allergens,
  itemDescription,
  itemName,
  itemPrice,
  itemUnits,
  partName,
} from '../../../contract/menu/menu-fields.ts'
import { productKey } from '../../../contract/menu/product-key.ts'
import {
  folded,
  withoutCategory,
  type Candidate,
  type CandidateItem,
  type CandidateProblem,
  type RawItem,
} from './candidate.ts'
import { checkedGroups, GroupList, type CheckedGroup } from './checked-groups.ts'
import { checked, codeOf, plain, plainLines } from './checked-values.ts'
import { shortened } from './shortened.ts'

/** Leaves out what the menu cannot hold, and says so; one odd item never stops the others. */
export function candidateFrom(raw: Iterable<RawItem>, unread: readonly CandidateProblem[] = []): Candidate {
  const problems: CandidateProblem[] = [...unread]
  const categories = new Map<string, string>()
  const items = new Map<string, CandidateItem>()
  const kept = new GroupList()
  let left = 0
  for (const one of raw) {
    problems.push(...(one.notes ?? []))
    if (one.nothing) continue
    if (items.size >= maxItems) {
      left += 1
      continue
    }
    const found = checkedItem(one)
    problems.push(...found.problems.map((message) => ({ where: one.where, message })))
    if (!found.item) continue
    const { category, ...item } = found.item
    const key = productKey(item.externalCode, item.name)
    if (items.has(key)) {
      problems.push({
        where: one.where,
        message: `${item.name} já apareceu antes, com o mesmo código ou nome.`,
      })
      continue
    }
    const shelf = categories.get(folded(category)) ?? category
    if (!categories.has(folded(category)) && categories.size >= maxCategories) {
      problems.push({ where: one.where, message: `Um cardápio tem até ${maxCategories} categorias.` })
      continue
    }
    categories.set(folded(category), shelf)
    items.set(key, {
      ...item,
      category: shelf,
      ...(found.groups ? { groups: found.groups.map((group) => kept.placeOf(group)) } : {}),
    })
  }
  if (left > 0)
    problems.unshift({
      where: 'Cardápio',
      message: `Um cardápio tem até 5.000 itens: ${left} ficaram de fora.`,
    })
  return {
    categories: [...categories.values()].map((name) => ({ name })),
    items: [...items.values()],
    groups: kept.groups,
    problems: shortened(problems),
  }
}

type Checked = {
  readonly item: Omit<CandidateItem, 'groups'> | null
  readonly groups?: readonly CheckedGroup[]
  readonly problems: readonly string[]
}

function checkedItem(raw: RawItem): Checked {
  const problems: string[] = [...(raw.problems ?? [])]
  if (raw.problem !== undefined) return { item: null, problems: [...problems, raw.problem] }
  const name = checked(itemName, plain(raw.name))
  const category = checked(partName('da categoria'), plain(raw.category) || withoutCategory)
  const price = checked(itemPrice, raw.priceCents ?? undefined)
  const code = codeOf(raw.externalCode)
  for (const found of [name, category, price, code]) if (found.message) problems.push(found.message)
  if (name.message || category.message || price.message || code.message) return { item: null, problems }
  const said = plainLines(raw.description)
  const description = said.slice(0, 1_000)
  if (said.length > 1_000) problems.push('A descrição passa de 1.000 letras e foi cortada.')
  const groups = raw.groups && checkedGroups(raw.groups, problems)
  return {
    item: {
      category: category.value,
      name: name.value,
      externalCode: code.value,
      priceCents: price.value,
      ...(raw.description === undefined ? {} : { description: checked(itemDescription, description).value }),
      ...rest(raw),
    },
    ...(groups ? { groups } : {}),
    problems,
  }
}

function rest(raw: RawItem): Partial<CandidateItem> {
  const serving = Number(raw.serving)
  const ean = plain(raw.ean)
  const unit = itemUnits.find((one) => one === raw.unit)
  const listed: readonly unknown[] = Array.isArray(raw.allergen) ? raw.allergen : []
  return {
    ...(raw.serving !== undefined && Number.isInteger(serving) && serving >= 1 && serving <= 100
      ? { serving }
      : {}),
    ...(/^\d{8,14}$/.test(ean) ? { ean } : {}),
    ...(unit ? { unit } : {}),
    ...(listed.length > 0 ? { allergen: allergens.filter((one) => listed.includes(one)) } : {}),
    ...(typeof raw.isAlcoholic === 'boolean' ? { isAlcoholic: raw.isAlcoholic } : {}),
    ...(raw.availability ? { availability: raw.availability } : {}),
    ...(raw.photoUrl ? { photoUrl: raw.photoUrl } : {}),
    ...(raw.channel ? { channel: raw.channel } : {}),
  }
}
