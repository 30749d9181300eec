import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5'
import {
  candidateFrom,
  plain,
  type Candidate,
  type RawGroup,
  type RawItem,
} from '../../difference/candidate.ts'
import { recordOf, type Loose } from './loose.ts'
import { photoAddress } from './photo-address.ts'
import { centsTyped } from '../../../../contract/shared/money.ts'
import { centsOfDecimal } from '../../difference/candidate.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** Deeper than any page nests its data. */
const mostDepth = 40
const mostThings = 50_000

/**
 * The menu that a web page tells search engines: schema.org's Menu, MenuSection and MenuItem, as JSON-LD or as
 * microdata. Null: the page has none.
 */
export function readSchemaOrg(html: string, address?: string): Candidate | null {
  const things = thingsOf(parse(html))
  const found = [...menuItems(things, address)]
  return found.length > 0 ? candidateFrom(found) : null
}

/** JSON-LD of a page that is nothing but it. */
export function readJsonLd(document: unknown, address?: string): Candidate | null {
  const found = [...menuItems([document], address)]
  return found.length > 0 ? candidateFrom(found) : null
}

/** Walks from whatever the page describes (a restaurant, a graph, a list) to its menus' sections and items. */
function* menuItems(things: readonly unknown[], address: string | undefined): Generator<RawItem> {
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
  const told = new Set<Loose>()
  const menus = [...everything(things)].filter((thing) => isA(thing, 'Menu'))
  const roots =
    menus.length > 0 ? menus : [...everything(things)].filter((thing) => isA(thing, 'MenuSection'))
  for (const root of roots) yield* shelf(whole(root), '', 0)

  function* shelf(section: Loose, above: string, depth: number): Generator<RawItem> {
    if (depth > mostDepth || told.has(section)) return
    told.add(section)
    const name = isA(section, 'Menu') ? above : plain(section.name) || above
    for (const one of many(section.hasMenuItem)) {
      const item = whole(one)
      if (told.has(item)) continue
      told.add(item)
      yield { ...itemOf(item, name, whole), photoUrl: photoAddress(many(item.image).map(pictured), address) }
    }
    for (const one of many(section.hasMenuSection)) yield* shelf(whole(one), name, depth + 1)
  }

  /** A picture may stand elsewhere in the page; a text is its address or the id of where it stands. */
  function pictured(value: unknown): unknown {
    return typeof value === 'string' ? (known.get(value) ?? value) : whole(value)
  }
}

function itemOf(item: Loose, category: string, whole: (value: unknown) => Loose): RawItem {
  const offers = many(item.offers).map(whole).map(whole)
  const prices = offers.flatMap((offer) => {
    const cents = priceOf(offer, whole)
    return cents === null ? [] : [{ name: plain(offer.name), cents }]
  })
  const foreign = offers.some((offer) => currencyOf(offer) !== null && currencyOf(offer) !== 'BRL')
  const least = prices.length === 0 ? null : Math.min(...prices.map((price) => price.cents))
  return {
    where: plain(item.name) || 'Um item sem nome',
    category,
    name: item.name,
    priceCents: least,
    externalCode: item.sku ?? item.identifier,
    description: textOf(item.description),
    ean: item.gtin13 ?? item.gtin8 ?? item.gtin,
    ...(foreign && least === null ? { problem: 'O preço não está em reais.' } : {}),
    ...(prices.length > 1 && least !== null ? { groups: [sizes(prices, least)] } : {}),
  }
}

/** Several offers of one item are its sizes: the cheapest is its price, the others cost what they add. */
const sizes = (prices: readonly { name: string; cents: number }[], least: number): RawGroup => ({
  name: 'Tamanho',
  minPermitted: 1,
  maxPermitted: 1,
  options: prices.map(({ name, cents }, index) => ({
    name: name || `Opção ${String(index + 1)}`,
    priceCents: cents - least,
  })),
})

function priceOf(offer: Loose, whole: (value: unknown) => Loose): number | null {
  const currency = currencyOf(offer)
  if (currency !== null && currency !== 'BRL') return null
  const [specification] = many(offer.priceSpecification).map(whole)
  for (const value of [offer.price, offer.lowPrice, specification?.price]) {
    const cents =
      typeof value === 'string' ? (centsOfDecimal(value) ?? centsTyped(value)) : centsOfDecimal(value)
    if (cents !== null) return cents
  }
  return null
}

const currencyOf = (offer: Loose): string | null =>
  typeof offer.priceCurrency === 'string' && offer.priceCurrency !== ''
    ? offer.priceCurrency.toUpperCase()
    : null

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
    if (typeof value !== 'object' || value === null || depth > mostDepth) continue
    seen += 1
    if (seen > mostThings) return
    if (!Array.isArray(value)) yield value as Loose
    for (const inner of Object.values(value)) waiting.push({ value: inner, depth: depth + 1 })
  }
}

function thingsOf(document: Node): readonly unknown[] {
  const things: unknown[] = []
  const waiting: Node[] = [document]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isElement(node)) {
      if (node.tagName === 'script' && /^application\/ld\+json/i.test(attribute(node, 'type') ?? ''))
        things.push(jsonOrNull(contentOf(node)))
      else if (attribute(node, 'itemscope') !== null && attribute(node, 'itemprop') === null)
        things.push(scopeOf(node))
    }
    if ('childNodes' in node) waiting.push(...node.childNodes.toReversed())
  }
  return things
}

/** An element with `itemscope` as the object that JSON-LD would write. */
function scopeOf(scope: Element): Loose {
  const root = new Map<string, unknown[]>()
  const waiting: { node: Node; into: Map<string, unknown[]>; depth: number }[] = scope.childNodes
    .map((node) => ({ node, into: root, depth: 0 }))
    .toReversed()
  typed(scope, root)
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next
    let { into } = next
    if (isElement(node)) {
      const name = attribute(node, 'itemprop')
      const inner = attribute(node, 'itemscope') === null ? null : new Map<string, unknown[]>()
      if (inner) typed(node, inner)
      for (const one of name?.split(/\s+/) ?? []) {
        const list = into.get(one) ?? []
        list.push(inner ?? valueOf(node))
        into.set(one, list)
      }
      into = inner ?? into
    }
    if ('childNodes' in node && depth < 500)
      waiting.push(...node.childNodes.map((child) => ({ node: child, into, depth: depth + 1 })).toReversed())
  }
  return plainObject(root, 0)
}

function typed(element: Element, into: Map<string, unknown[]>): void {
  const type = attribute(element, 'itemtype')
  if (type) into.set('@type', type.split(/\s+/))
}

const plainObject = (map: ReadonlyMap<string, unknown[]>, depth: number): Loose =>
  Object.fromEntries(
    [...map].map(([name, values]): [string, unknown] => {
      const list = values.map((one) =>
        one instanceof Map && depth < mostDepth
          ? plainObject(one as ReadonlyMap<string, unknown[]>, depth + 1)
          : one,
      )
      return [name, list.length === 1 ? list[0] : list]
    }),
  )

function valueOf(element: Element): string {
  const said =
    attribute(element, 'content') ??
    attribute(element, 'href') ??
    attribute(element, 'value') ??
    (element.tagName === 'img' ? attribute(element, 'src') : null)
  return said ?? contentOf(element).trim()
}

function contentOf(element: Element): string {
  let text = ''
  const waiting: Node[] = element.childNodes.toReversed()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (defaultTreeAdapter.isTextNode(node)) text += node.value
    else if ('childNodes' in node) waiting.push(...node.childNodes.toReversed())
  }
  return text
}

const isElement = (node: Node): node is Element => defaultTreeAdapter.isElementNode(node)

const attribute = (element: Element, name: string): string | null =>
  element.attrs.find((one) => one.name === name)?.value ?? null

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
