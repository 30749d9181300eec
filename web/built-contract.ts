import type { Plugin } from 'vite'

/** What only the server and the API's description read of a route. Forms check what they send by its `body`. */
const ofTheServer: ReadonlySet<string> = new Set([
  'summary',
  'params',
  'query',
  'reply',
  'errors',
  'bodyLimit',
])

/**
 * Leaves out of the panel's build what it never reads of the contract: it trusts its own server's answers,
 * which the server's tests hold to the contract, so that their schemas need not travel to a phone nor be
 * made there. A schema is marked as what the bundler may drop where nobody reads it.
 */
export const builtContract = (): Plugin => ({
  name: 'balcao:built-contract',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: { include: /\/contract\/[^/]+\.ts$/, exclude: /validation-words/ } },
    handler(code) {
      let built = code
      for (const { start, end, text } of changesOf(this.parse(code)).toSorted((a, b) => b.start - a.start))
        built = built.slice(0, start) + text + built.slice(end)
      return { code: built, map: null }
    },
  },
})

interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
}

function changesOf(node: unknown): readonly Change[] {
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap(changesOf)
  const call = node as Partial<Call>
  const made = call.type === 'CallExpression' ? nameOf(call.callee) : null
  if (made !== 'z' && made !== 'route') return inside
  const { start = 0 } = call
  const mark = { start, end: start, text: '/*@__PURE__*/ ' }
  const cuts = made === 'route' ? cutsOf(call.arguments?.[0]?.properties ?? []) : []
  return [mark, ...inside.filter((change) => !cuts.some((cut) => within(change, cut))), ...cuts]
}

const within = (inner: Change, outer: Change): boolean => inner.start >= outer.start && inner.end <= outer.end

/** An empty object in the place of each, so that commas stay where they are. */
const cutsOf = (properties: readonly Property[]): readonly Change[] =>
  properties
    .filter(({ key }) => ofTheServer.has(key?.name ?? ''))
    .map(({ start, end }) => ({ start, end, text: '...{}' }))

/** `z` of `z.string().check(…)`. */
function nameOf(called: Called | undefined): string | null {
  if (called?.type === 'Identifier') return called.name ?? null
  return called ? nameOf(called.object ?? called.callee) : null
}

/** Of the syntax tree (ESTree), as far as it is read here. */
interface Call {
  readonly type: string
  readonly start: number
  readonly callee: Called
  readonly arguments: readonly { readonly properties?: readonly Property[] }[]
}

interface Called {
  readonly type: string
  readonly name?: string
  readonly object?: Called
  readonly callee?: Called
}

interface Property {
  readonly key?: { readonly name?: string }
  readonly start: number
  readonly end: number
}
