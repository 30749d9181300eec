import type { Candidate, CandidateProblem, RawItem } from '../../../difference/candidate.ts'
import { candidateFrom } from '../../../difference/candidate-from.ts'
import { plain } from '../../../difference/checked-values.ts'
import { groupOfSizes } from '../group-of-sizes.ts'
import { recordOf, type Loose } from '../loose.ts'
import { photoAddress } from '../photo-address.ts'
import { pagePrice } from './price-text.ts'
import { thingsOf } from './things-of-page.ts'

/** Deeper than any page nests its data. */
const maxDepth = 40
const maxThings = 50_000

/**
 * The menu that a web page tells search engines, as JSON-LD or as microdata: schema.org's Menu, MenuSection and MenuItem,
 * and what shops use in their place, OfferCatalog and ItemList of products. Null: the page has none.
 */
export function readSchemaOrg(html: string, address?: string): Candidate | null {
  const { things, repaired, unreadable } = thingsOf(html)
  const unread: CandidateProblem[] = []
  if (repaired > 0)
    unread.push({ where: 'Página', message: 'Os dados desta página têm erros de escrita. Confira os itens.' })
  if (unreadable > 0)
    unread.push({ where: 'Página', message: 'Uma parte dos dados desta página não deu para ler.' })
  return menuIn(things, address, unread)
}

/** JSON-LD of a page that is nothing but it. */
export const readJsonLd = (document: unknown, address?: string): Candidate | null =>
  menuIn([document], address, [])

function menuIn(
  things: readonly unknown[],
  address: string | undefined,
  unread: readonly CandidateProblem[],
): Candidate | null {
  const found = [...menuItems(things, address)]
  return found.some(({ nothing }) => !nothing) ? candidateFrom(found, unread) : null
}

/** Walks from the things that the page describes (a restaurant, a graph, a list) to its menus' sections and items. */
function* menuItems(things: readonly unknown[], address: string | undefined): Generator<RawItem> {
  const walk: Walk = { ...references(things), address, seen: new Set(), names: new Set(), unread: 0 }
  const ofType = (type: string) => [...everything(things)].filter((thing) => isA(thing, type))
  const menus = ofType('Menu')
  for (const root of menus.length > 0 ? menus : ofType('MenuSection'))
    yield* shelf(walk, walk.whole(root), '', 0)
  // A page often tells its menu twice: a product of a list is a further item only under a name of its own.
  for (const root of [...ofType('OfferCatalog'), ...ofType('ItemList')])
    yield* list(walk, walk.whole(root), '', 0)
  if (walk.unread > 0)
    yield {
      ...{ where: '', category: '', name: '', priceCents: null, nothing: true },
      notes: [{ where: 'Página', message: unreadParts(walk.unread) }],
    }
}

interface Walk {
  /** The thing that a reference means. */
  readonly whole: (value: unknown) => Loose
  /** A picture may be elsewhere in the page; a text is its address or the id of where it is. */
  readonly pictured: (value: unknown) => unknown
  readonly address: string | undefined
  readonly seen: Set<Loose>
  readonly names: Set<string>
  /** Parts of lists that are no products. */
  unread: number
}

function references(things: readonly unknown[]): Pick<Walk, 'whole' | 'pictured'> {
  const known = new Map<string, Loose>()
  for (const thing of everything(things)) {
    const id = thing['@id']
    // A reference is an object with its id alone.
    if (typeof id === 'string' && Object.keys(thing).length > 1 && !known.has(id)) known.set(id, thing)
  }
  const whole = (value: unknown): Loose => {
    if (typeof value === 'string') return known.get(value) ?? {}
    const thing = recordOf(value)
    const id = thing['@id']
    return typeof id === 'string' ? (known.get(id) ?? thing) : thing
  }
  return {
    whole,
    pictured: (value) => (typeof value === 'string' ? (known.get(value) ?? value) : whole(value)),
  }
}

function* shelf(walk: Walk, section: Loose, above: string, depth: number): Generator<RawItem> {
  if (depth > maxDepth || walk.seen.has(section)) return
  walk.seen.add(section)
  const name = isA(section, 'Menu') ? above : plain(section.name) || above
  for (const one of many(section.hasMenuItem)) {
    const item = walk.whole(one)
    if (!walk.seen.has(item)) yield itemSeen(walk, item, name)
  }
  for (const one of many(section.hasMenuSection)) yield* shelf(walk, walk.whole(one), name, depth + 1)
}

function* list(walk: Walk, root: Loose, above: string, depth: number): Generator<RawItem> {
  if (depth > maxDepth || walk.seen.has(root)) return
  walk.seen.add(root)
  const name = plain(root.name) || above
  for (const one of many(root.itemListElement)) {
    const offered = offeredBy(walk, one)
    if (!offered) walk.unread += 1
    else if (isA(offered, 'OfferCatalog') || isA(offered, 'ItemList'))
      yield* list(walk, offered, name, depth + 1)
    else if (!walk.seen.has(offered) && !walk.names.has(plain(offered.name).toLowerCase()))
      yield itemSeen(walk, offered, name)
  }
}

/** What a place of a list holds: a list again, or a product, whose price may be in the offer around it. */
function offeredBy({ whole }: Walk, one: unknown): Loose | null {
  let thing = whole(one)
  if (isA(thing, 'ListItem')) thing = whole(thing.item)
  if (isA(thing, 'OfferCatalog') || isA(thing, 'ItemList')) return thing
  if (isA(thing, 'Offer') || thing.itemOffered !== undefined) {
    const product = whole(thing.itemOffered)
    if (plain(product.name ?? thing.name) === '') return null
    return product.offers === undefined ? { name: thing.name, ...product, offers: thing } : product
  }
  return isA(thing, 'Product') || isA(thing, 'MenuItem') ? thing : null
}

function itemSeen(walk: Walk, item: Loose, category: string): RawItem {
  walk.seen.add(item)
  walk.names.add(plain(item.name).toLowerCase())
  const photoUrl = photoAddress(many(item.image).map(walk.pictured), walk.address)
  return { ...itemOf(item, category, walk.whole), photoUrl }
}

const unreadParts = (count: number): string =>
  count === 1
    ? 'Uma parte de uma lista não diz um produto e o seu preço, e ficou de fora.'
    : `${count} partes de listas não dizem um produto e o seu preço, e ficaram de fora.`

function itemOf(item: Loose, category: string, whole: (value: unknown) => Loose): RawItem {
  const offers = many(item.offers).map(whole).map(whole)
  const priced = offers.map((offer) => ({ name: plain(offer.name), ...priceOf(offer, whole) }))
  const prices = priced.flatMap(({ name, cents }) => (cents === null ? [] : [{ name, cents }]))
  const unread = priced.find(({ cents, text }) => cents === null && text !== '')
  const sizes = prices.length > 1 ? groupOfSizes(prices) : null
  const where = plain(item.name) || 'Um item sem nome'
  return {
    where,
    category,
    name: item.name,
    priceCents: sizes?.lowestCents ?? prices[0]?.cents ?? null,
    externalCode: item.sku ?? item.identifier,
    description: textOf(item.description),
    ean: item.gtin13 ?? item.gtin8 ?? item.gtin,
    ...(unread && prices.length === 0 ? { problem: problemOf(unread) } : {}),
    ...(unread && prices.length > 0 ? { notes: [{ where, message: problemOf(unread) }] } : {}),
    ...(sizes ? { groups: [sizes.group] } : {}),
  }
}

const problemOf = ({ foreign, text }: OfferPrice): string =>
  foreign ? 'O preço não está em reais.' : `“${text}” não é um preço que se possa ler.`

interface OfferPrice {
  /** In centavos. */
  readonly cents: number | null
  readonly foreign: boolean
  /** As the page has it; empty when it has none. */
  readonly text: string
}

function priceOf(offer: Loose, whole: (value: unknown) => Loose): OfferPrice {
  const currency = typeof offer.priceCurrency === 'string' ? offer.priceCurrency.toUpperCase() : ''
  const [specification] = many(offer.priceSpecification).map(whole)
  const values = [offer.price, offer.lowPrice, specification?.price].filter(
    (value): value is string | number =>
      (typeof value === 'string' && value.trim() !== '') || typeof value === 'number',
  )
  const text = `${values[0] ?? ''}`.slice(0, 60)
  if (!['', 'BRL', 'R$'].includes(currency)) return { cents: null, foreign: true, text: text || currency }
  const read = values.map(pagePrice)
  const cents = read.find((one) => one.cents !== null)?.cents ?? null
  return { cents, foreign: cents === null && read.some((one) => one.foreign), text }
}

/** Descriptions often come with HTML in them. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, 20_000).replaceAll(/<[^<>]{0,500}>/g, ' ') : ''

const many = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.flat(3) : value === undefined || value === null ? [] : [value]

/** `Menu`, `schema:Menu` and `https://schema.org/Menu` are the same. */
const isA = (thing: Loose, type: string): boolean =>
  many(thing['@type']).some((one) => typeof one === 'string' && one.replace(/^.*[/:#]/, '') === type)

/** Every object of the documents, outermost first, however deep a hostile one nests. */
function* everything(documents: readonly unknown[]): Generator<Loose> {
  const waiting: { value: unknown; depth: number }[] = documents.map((value) => ({ value, depth: 0 }))
  let seen = 0
  for (let index = 0; index < waiting.length; index += 1) {
    const { value, depth } = waiting[index] ?? { value: null, depth: 0 }
    if (typeof value !== 'object' || value === null || depth > maxDepth) continue
    seen += 1
    if (seen > maxThings) return
    if (!Array.isArray(value)) yield value as Loose
    for (const inner of Object.values(value)) waiting.push({ value: inner, depth: depth + 1 })
  }
}
