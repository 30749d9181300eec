import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5'
import type { Loose } from '../loose.ts'
import { maxDepth } from './linked-things.ts'
import { looseJson, type LooseJson } from './loose-json.ts'

/** Elements in elements of one thing of microdata. */
const maxElements = 500

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** JSON-LD and microdata of a page, and how many of its blocks are not clean JSON. */
export interface PageThings {
  readonly things: readonly unknown[]
  /** Read although they break the rules of JSON. */
  readonly repaired: number
  readonly unreadable: number
  /** Microdata is nested deeper than is read. */
  readonly cut: boolean
}

export function thingsOf(html: string): PageThings {
  const things: unknown[] = []
  const states: LooseJson['state'][] = []
  let cut = false
  const waiting: Node[] = [parse(html)]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isElement(node)) {
      if (node.tagName === 'script' && /^application\/ld\+json/i.test(attribute(node, 'type') ?? '')) {
        const { value, state } = looseJson(contentOf(node))
        things.push(value)
        states.push(state)
      } else if (attribute(node, 'itemscope') !== null && attribute(node, 'itemprop') === null) {
        const scope = scopeOf(node)
        things.push(scope.thing)
        cut ||= scope.cut
      }
    }
    if ('childNodes' in node) waiting.push(...node.childNodes.toReversed())
  }
  const blocks = (state: LooseJson['state']) => states.filter((one) => one === state).length
  return {
    things,
    repaired: blocks('repaired'),
    unreadable: blocks('unreadable'),
    cut,
  }
}

interface Scope {
  readonly thing: Loose
  readonly cut: boolean
}

/** An element with `itemscope` as the object that JSON-LD would write. */
function scopeOf(scope: Element): Scope {
  let cut = false
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
    if (!('childNodes' in node)) continue
    if (depth >= maxElements) cut ||= node.childNodes.length > 0
    else
      waiting.push(...node.childNodes.map((child) => ({ node: child, into, depth: depth + 1 })).toReversed())
  }
  const thing = plainObject(root, 0, () => {
    cut = true
  })
  return { thing, cut }
}

function typed(element: Element, into: Map<string, unknown[]>): void {
  const type = attribute(element, 'itemtype')
  if (type) into.set('@type', type.split(/\s+/))
}

function plainObject(map: ReadonlyMap<string, unknown[]>, depth: number, onCut: () => void): Loose {
  const plain = (one: unknown): unknown => {
    if (!(one instanceof Map)) return one
    if (depth < maxDepth) return plainObject(one as ReadonlyMap<string, unknown[]>, depth + 1, onCut)
    onCut()
    return {}
  }
  return Object.fromEntries(
    [...map].map(([name, values]) => [name, values.length === 1 ? plain(values[0]) : values.map(plain)]),
  )
}

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
