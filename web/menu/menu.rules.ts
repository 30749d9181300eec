import { folded } from '../../contract/shared/folded.ts'
import type { Menu, MenuItem } from '../../contract/menu/menu.ts'
import { productKey } from '../../contract/menu/product-key.ts'
import { clockTime, dayShort, plural } from '../words/format.ts'

/** Choices for how long an item is off sale. */
export type PauseSpan = 'hour' | 'tomorrow' | 'open'

export const pauseSpans: readonly { readonly span: PauseSpan; readonly words: string }[] = [
  { span: 'hour', words: '1 hora' },
  { span: 'tomorrow', words: 'Só hoje' },
  { span: 'open', words: 'Até eu voltar' },
]

/** The call's value for a choice. */
export function untilOf(span: PauseSpan, now: Date): { readonly until?: string } {
  if (span === 'open') return {}
  return { until: span === 'tomorrow' ? 'tomorrow' : new Date(now.getTime() + 3_600_000).toISOString() }
}

/** `Pausado há 4 dias, sem previsão.`, in the store's time zone. */
export function pauseText(pause: NonNullable<MenuItem['pause']>, now: Date, timezone: string): string {
  return `Pausado ${since(pause.since, now)}, ${pause.until === null ? 'sem previsão' : back(pause.until, now, timezone)}.`
}

function since(iso: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 60_000))
  if (minutes < 1) return 'agora'
  if (minutes < 60) return `há ${minutes}\u00a0min`
  if (minutes < 48 * 60) return `há ${Math.floor(minutes / 60)}\u00a0h`
  return `há ${plural(Math.floor(minutes / (24 * 60)), 'dia', 'dias')}`
}

function back(iso: string, now: Date, timezone: string): string {
  const dayOf = (at: Date) => at.toLocaleDateString('en-CA', { timeZone: timezone })
  const at = new Date(iso)
  const time = clockTime(iso, timezone)
  return dayOf(at) === dayOf(now) ? `volta às ${time}` : `volta ${dayShort(dayOf(at))}, ${time}`
}

/** An item of an order. `productKey`: of the menu's item that a person matched it to. */
export interface OrderedItem {
  readonly externalCode: string | null
  readonly name: string
  readonly productKey?: string | undefined
}

/** Finds an order's item in the menu, by the key that the reports use. */
export function itemOfOrder(menu: Menu | undefined, ordered: OrderedItem): MenuItem | undefined {
  const key = ordered.productKey ?? productKey(ordered.externalCode, ordered.name)
  return menu?.items.find((item) => item.productKey === key)
}

export interface MenuSection {
  readonly id: string
  readonly name: string
  readonly items: readonly MenuItem[]
}

/** By category in the store's order; items without category come last. */
export function sectionsOf(menu: Menu, keep: (item: MenuItem) => boolean): readonly MenuSection[] {
  const items = menu.items.filter(keep)
  const sections = menu.categories.map(({ id, name }) => ({
    id,
    name,
    items: items.filter((item) => item.categoryId === id),
  }))
  const loose = items.filter((item) => item.categoryId === null)
  return [...sections, { id: 'none', name: 'Sem categoria', items: loose }].filter(
    (section) => section.items.length > 0,
  )
}

/** What the search looks in, made once for each item: 2,000 of them are searched at every key. */
const texts = new WeakMap<object, string>()

/** Every typed word occurs in the name, the description or the code; accents are ignored. */
export function matches(
  item: Pick<MenuItem, 'name' | 'description' | 'externalCode'>,
  typed: string,
): boolean {
  const text = texts.get(item) ?? folded(`${item.name} ${item.description} ${item.externalCode ?? ''}`)
  texts.set(item, text)
  return folded(typed)
    .split(' ')
    .every((word) => text.includes(word))
}

/** Missing details of an item that customers notice. */
export const gapsOf = (item: MenuItem): readonly string[] => [
  ...(item.photoUrl === null ? ['Sem foto'] : []),
  ...(item.description === '' ? ['Sem descrição'] : []),
]
