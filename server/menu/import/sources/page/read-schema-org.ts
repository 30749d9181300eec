import { bareWords } from '../../../../marketplaces/sanitise/unread-parts.ts'
import type { Candidate, CandidateProblem, RawItem } from '../../../difference/candidate.ts'
import { candidateFrom } from '../../../difference/candidate-from.ts'
import { plain } from '../../../difference/checked-values.ts'
import { groupOfSizes } from '../group-of-sizes.ts'
import type { Loose } from '../loose.ts'
import { photoAddress } from '../photo-address.ts'
import { addOnsOf, withoutAddOns } from './add-ons.ts'
import { isA, linkedThings, many, maxDepth, type Linked } from './linked-things.ts'
import { priceOf, problemOf, type OfferPrice } from './offer-price.ts'
import { thingsOf } from './things-of-page.ts'

/**
 * The menu that a web page tells search engines, as JSON-LD or as microdata: schema.org's Menu, MenuSection and MenuItem,
 * and what shops use in their place, OfferCatalog and ItemList of products. Null: the page has none.
 */
export function readSchemaOrg(html: string, address?: string): Candidate | null {
  const { things, repaired, unreadable, cut } = thingsOf(html)
  const unread: CandidateProblem[] = []
  if (repaired > 0)
    unread.push({ where: 'Página', message: 'Os dados desta página têm erros de escrita. Confira os itens.' })
  if (unreadable > 0)
    unread.push({ where: 'Página', message: 'Uma parte dos dados desta página não deu para ler.' })
  return menuIn(things, address, unread, cut)
}

/** JSON-LD of a page that is nothing but it. */
export const readJsonLd = (document: unknown, address?: string): Candidate | null =>
  menuIn([document], address, [])

function menuIn(
  things: readonly unknown[],
  address: string | undefined,
  unread: readonly CandidateProblem[],
  cut = false,
): Candidate | null {
  const found = [...menuItems(things, address, cut)]
  return found.some(({ nothing }) => !nothing) ? candidateFrom(found, unread) : null
}

/** Walks from the things that the page describes (a restaurant, a graph, a list) to its menus' sections and items. */
function* menuItems(
  things: readonly unknown[],
  address: string | undefined,
  wasCut: boolean,
): Generator<RawItem> {
  const { all, cut, whole, pictured } = linkedThings(things)
  const walk: Walk = {
    whole,
    pictured,
    address,
    seen: new Set(),
    names: new Set(),
    words: [],
    unread: 0,
    cut: cut || wasCut,
  }
  const ofType = (type: string) => all.filter((thing) => isA(thing, type))
  const menus = ofType('Menu')
  for (const root of menus.length > 0 ? menus : withoutAddOns(ofType('MenuSection'), all))
    yield* shelf(walk, walk.whole(root), '', 0)
  // A page often tells its menu twice: a product of a list is a further item only under a name of its own.
  for (const root of [...ofType('OfferCatalog'), ...ofType('ItemList')])
    yield* list(walk, walk.whole(root), '', 0)
  const messages = [
    ...walk.words,
    ...(walk.unread > 0 ? [unreadParts(walk.unread)] : []),
    ...(walk.cut ? ['Os dados desta página são grandes ou encaixados demais: uma parte ficou de fora.'] : []),
  ]
  if (messages.length > 0)
    yield {
      ...{ where: '', category: '', name: '', priceCents: null, nothing: true },
      notes: messages.map((message) => ({ where: 'Página', message })),
    }
}

interface Walk extends Pick<Linked, 'whole' | 'pictured'> {
  readonly address: string | undefined
  readonly seen: Set<Loose>
  readonly names: Set<string>
  /** Parts of lists that are no products. */
  unread: number
  /** Sections that are bare words, as sentences: pt-BR. */
  readonly words: string[]
  /** Something is nested deeper than is read. */
  cut: boolean
}

function* shelf(walk: Walk, section: Loose, above: string, depth: number): Generator<RawItem> {
  if (walk.seen.has(section)) return
  if (depth > maxDepth) {
    walk.cut = true
    return
  }
  walk.seen.add(section)
  const name = isA(section, 'Menu') ? above : plain(section.name) || above
  for (const one of many(section.hasMenuItem)) {
    const item = typeof one === 'string' ? { name: one, ...walk.whole(one) } : walk.whole(one)
    if (!walk.seen.has(item)) yield itemSeen(walk, item, name)
  }
  for (const one of many(section.hasMenuSection)) {
    const inner = walk.whole(one)
    if (Object.keys(inner).length === 0) walk.words.push(...bareWords(one, 'uma parte do cardápio'))
    yield* shelf(walk, inner, name, depth + 1)
  }
}

function* list(walk: Walk, root: Loose, above: string, depth: number): Generator<RawItem> {
  if (walk.seen.has(root)) return
  if (depth > maxDepth) {
    walk.cut = true
    return
  }
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
  const sizes = prices.length > 1 ? groupOfSizes(prices) : null
  const addOns = addOnsOf(item, whole)
  const groups = [sizes?.group ?? [], addOns.groups].flat()
  const where = plain(item.name) || 'Um item sem nome'
  return {
    where,
    category,
    name: item.name,
    priceCents: sizes?.lowestCents ?? prices[0]?.cents ?? null,
    externalCode: item.sku ?? item.identifier,
    description: textOf(item.description),
    ean: item.gtin13 ?? item.gtin8 ?? item.gtin,
    ...unreadPrice(priced, where),
    ...(groups.length > 0 ? { groups } : {}),
    problems: addOns.problems,
  }
}

/** Without any price that can be read the item is left out; beside one, it is a note. */
function unreadPrice(priced: readonly OfferPrice[], where: string): Pick<RawItem, 'problem' | 'notes'> {
  const unread = priced.find(({ cents, text }) => cents === null && text !== '')
  if (!unread) return {}
  const message = problemOf(unread)
  return priced.every(({ cents }) => cents === null) ? { problem: message } : { notes: [{ where, message }] }
}

/** Descriptions often come with HTML in them. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, 20_000).replaceAll(/<[^<>]{0,500}>/g, ' ') : ''
