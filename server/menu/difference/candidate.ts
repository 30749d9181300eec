import * as z from 'zod/mini'
import type { SpreadsheetReading } from '../../../contract/menu/import-columns.ts'
import { maxOptions } from '../../../contract/menu/edit-menu.ts'
import { maxCategories, maxItems } from '../../../contract/menu/menu-document.ts'
import {
  allergens,
  itemDescription,
  itemName,
  itemPrice,
  itemUnits,
  menuCode,
  partName,
  priceMethods,
  type Allergen,
  type MenuHours,
  type PriceMethod,
  type TaxClass,
} from '../../../contract/menu/menu-fields.ts'
import { productKey } from '../../../contract/menu/product-key.ts'
import type { Platform } from '../../../contract/shared/channels.ts'
import { folded } from '../../../contract/shared/folded.ts'
import { shortened } from './shortened.ts'

export { folded }

/** A menu as another place tells it, checked piece by piece. It holds only what that place says. */
export interface Candidate {
  /** In their order on the screen. */
  readonly categories: readonly CandidateCategory[]
  readonly items: readonly CandidateItem[]
  /** Equal groups are one; items name them by their place in this list. */
  readonly groups: readonly CandidateGroup[]
  /** Only a part of that place's menu: what it does not have is not gone. */
  readonly partial?: boolean
  /** How a spreadsheet was read. */
  readonly spreadsheet?: SpreadsheetReading
  /** What was left out, or changed to fit, and why: pt-BR. */
  readonly problems: readonly CandidateProblem[]
}

export interface CandidateCategory {
  readonly name: string
  /** Only from a menu of ours. */
  readonly externalCode?: string
  readonly description?: string
  readonly availability?: readonly MenuHours[]
}

export interface CandidateItem {
  readonly category: string
  readonly name: string
  readonly externalCode: string | null
  /** In centavos. */
  readonly priceCents: number
  /** Absent: the place does not say; the store's own value stays. */
  readonly description?: string
  readonly serving?: number
  readonly unit?: (typeof itemUnits)[number]
  readonly ean?: string
  readonly allergen?: readonly Allergen[]
  readonly isAlcoholic?: boolean
  readonly groups?: readonly number[]
  /** Where its photo is; fetched after the import, for an item without one. */
  readonly photoUrl?: string
  /** Only from a menu of ours. */
  readonly taxClass?: TaxClass | null
  readonly ncm?: string | null
  readonly availability?: readonly MenuHours[]
  readonly photoId?: string | null
  /** Read from a marketplace: the price is the one there. */
  readonly channel?: {
    readonly platform: Platform
    readonly merchantId: string
    readonly partnerItemId: string
  }
}

export interface CandidateGroup {
  readonly name: string
  readonly externalCode: string | null
  readonly minPermitted: number
  readonly maxPermitted: number
  /** Said of all groups of a menu or of none. */
  readonly priceMethod?: PriceMethod
  /** For a group that the store does not have yet, where the place prices options together and does not say how. */
  readonly assumedPriceMethod?: PriceMethod
  readonly description?: string
  readonly options: readonly CandidateOption[]
}

interface CandidateOption {
  readonly name: string
  readonly externalCode: string | null
  readonly priceCents: number
  readonly description?: string
  readonly maxPermitted?: number
}

/** A page or a marketplace does not say how halves are priced: the store's own rule stays. */
export const tellsMethods = ({ groups }: Pick<Candidate, 'groups'>): boolean =>
  groups.some(({ priceMethod }) => priceMethod !== undefined)

export interface CandidateProblem {
  /** `Linha 12` or the item's name. */
  readonly where: string
  readonly message: string
}

/** What a reader found, unchecked. `priceCents` null: there is none that can be read. */
export interface RawItem {
  readonly where: string
  readonly category: unknown
  readonly name: unknown
  readonly priceCents: number | null
  readonly externalCode?: unknown
  readonly description?: unknown
  readonly serving?: unknown
  readonly unit?: unknown
  readonly ean?: unknown
  readonly allergen?: unknown
  readonly isAlcoholic?: unknown
  readonly groups?: readonly RawGroup[]
  /** Checked by its reader (photo-address.ts). */
  readonly photoUrl?: string | undefined
  /** Checked by its reader. */
  readonly availability?: readonly MenuHours[]
  readonly channel?: CandidateItem['channel']
  /** What its reader could not take of it: pt-BR. */
  readonly problems?: readonly string[]
  /** Why the whole of it cannot be taken. */
  readonly problem?: string
  /** What a person should know of it, whether it is left out or not. */
  readonly notes?: readonly CandidateProblem[]
  /** There is no item, only notes. */
  readonly nothing?: true
}

export interface RawGroup {
  readonly name: unknown
  readonly externalCode?: unknown
  readonly minPermitted: unknown
  readonly maxPermitted: unknown
  /** One that nobody knows adds up. */
  readonly priceMethod?: unknown
  /** Checked by its reader. */
  readonly assumedPriceMethod?: PriceMethod
  readonly options: readonly RawOption[]
}

interface RawOption {
  readonly name: unknown
  readonly externalCode?: unknown
  readonly priceCents: number | null
}

/** The shelf of what another place has on none. */
export const withoutCategory = 'Outros'

/** Leaves out what the menu cannot hold, and says so; one odd item never stops the others. */
export function candidateFrom(raw: Iterable<RawItem>, unread: readonly CandidateProblem[] = []): Candidate {
  const problems: CandidateProblem[] = [...unread]
  const categories = new Map<string, string>()
  const items = new Map<string, CandidateItem>()
  const groups = new Map<string, number>()
  const kept: CandidateGroup[] = []
  const groupIndex = (group: CandidateGroup): number => {
    const text = JSON.stringify(group)
    const known = groups.get(text)
    if (known !== undefined) return known
    groups.set(text, kept.length)
    return kept.push(group) - 1
  }
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
      ...(found.groups ? { groups: found.groups.map(groupIndex) } : {}),
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
    groups: kept,
    problems: shortened(problems),
  }
}

type Checked = {
  readonly item: Omit<CandidateItem, 'groups'> | null
  readonly groups?: readonly CandidateGroup[]
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
  const groups = raw.groups?.flatMap((group) => checkedGroup(group, problems))
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

function checkedGroup(raw: RawGroup, problems: string[]): CandidateGroup[] {
  const name = checked(partName('do grupo'), plain(raw.name))
  const code = codeOf(raw.externalCode)
  const options = raw.options.flatMap((option): CandidateOption[] => {
    const label = checked(partName('da opção'), plain(option.name))
    const price = checked(itemPrice, option.priceCents ?? undefined)
    const optionCode = codeOf(option.externalCode)
    const message = label.message ?? price.message ?? optionCode.message
    if (message) problems.push(`Opção ${plain(option.name)} de ${plain(raw.name) || 'um grupo'}: ${message}`)
    return message ? [] : [{ name: label.value, externalCode: optionCode.value, priceCents: price.value }]
  })
  const message =
    name.message ??
    code.message ??
    (options.length === 0
      ? `O grupo ${name.value} não tem opções.`
      : options.length > maxOptions
        ? `O grupo ${name.value} tem mais de ${maxOptions} opções.`
        : null)
  if (message) {
    problems.push(message)
    return []
  }
  const most = wholeNumber(raw.maxPermitted, 1, 100, 1)
  return [
    {
      name: name.value,
      externalCode: code.value,
      minPermitted: Math.min(wholeNumber(raw.minPermitted, 0, 100, 0), most),
      maxPermitted: most,
      ...(raw.priceMethod === undefined
        ? {}
        : { priceMethod: priceMethods.find((one) => one === raw.priceMethod) ?? 'SUM' }),
      ...(raw.assumedPriceMethod ? { assumedPriceMethod: raw.assumedPriceMethod } : {}),
      options,
    },
  ]
}

/** Everything that does not print leaves a name; emoji too, because names are printed in the kitchen. */
export function plain(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return String(value)
    .slice(0, 2_000)
    .normalize('NFC')
    .replaceAll(/[\u200b\u202a-\u202e\u2066-\u2069\ufeff]|\u200d|\ufe0f/g, '')
    .replaceAll(/(?![©®™\d#*])\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/gu, '')
    .replaceAll(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}

function plainLines(value: unknown): string {
  if (typeof value !== 'string') return ''
  return value
    .slice(0, 20_000)
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u200b\u202a-\u202e\u2066-\u2069\ufeff]|(?!\n)\p{Cc}/gu, '')
    .trim()
}

type Found<T> =
  | { readonly value: T; readonly message: null }
  | { readonly value: never; readonly message: string }

function checked<T>(schema: z.ZodMiniType<T>, value: unknown): Found<T> {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return { value: parsed.data, message: null }
  const message = parsed.error.issues[0]?.message ?? 'Este valor não serve.'
  return { message } as Found<T>
}

function codeOf(value: unknown): Found<string | null> {
  const text = plain(value)
  return text === '' ? { value: null, message: null } : checked(menuCode, text)
}

function wholeNumber(value: unknown, least: number, most: number, otherwise: number): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return otherwise
  return Math.min(Math.max(Math.round(number), least), most)
}
