import type { Route } from '../../../contract/shared/route.ts'
import type { Example } from '../isolation-examples.ts'

/** What no field expects. A long text is within what a body may hold. */
export const hostileValues: readonly (readonly [name: string, value: unknown])[] = [
  ['a NUL', 'a\u0000b'],
  ['half a letter', 'a\uD800b'],
  ['SQL', "x'; drop table stores; --"],
  ['a long text', 'x'.repeat(40_000)],
  ['digits of another script', '９１１１１２２２２'],
  ['an object', { $ne: '' }],
  ['a huge number', 1e308],
  ['a negative number', -1],
  ['a truth', true],
]

/** One value of a call. */
export interface Place {
  readonly part: 'params' | 'query' | 'body'
  readonly keys: readonly (string | number)[]
}

/** Every value of a call's example, and every optional field of its query. */
export function placesOf(route: Route, { input }: Example): readonly Place[] {
  const walk = (value: unknown, keys: readonly (string | number)[]): (readonly (string | number)[])[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => walk(inner, [...keys, key]))
      : [keys]
  const optional = Object.keys((route.query as { shape?: object } | undefined)?.shape ?? {})
  return (['params', 'query', 'body'] as const).flatMap((part) => [
    ...(input[part] ? walk(input[part], []) : []).map((keys) => ({ part, keys })),
    ...(part === 'query' ? optional.map((key) => ({ part, keys: [key] })) : []),
  ])
}

/** The call's input with that value at the place. */
export function changedInput(
  input: Example['input'],
  { part, keys }: Place,
  value: unknown,
): Example['input'] {
  const changed = structuredClone({ ...input, [part]: input[part] ?? {} })
  let inner = changed[part] as unknown
  for (const key of keys.slice(0, -1)) inner = (inner as Record<string | number, unknown> | null)?.[key]
  // An earlier change may have put a value where this one has a parent.
  if (typeof inner === 'object' && inner !== null)
    (inner as Record<string | number, unknown>)[keys.at(-1) ?? ''] = value
  return changed
}

/** Path and query of a call, after `/api`. An address cannot hold half a letter. */
export function addressOf(route: Route, { params, query }: Example['input']): string {
  const text = (value: unknown): string =>
    encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed())
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    text((params as Record<string, unknown> | undefined)?.[name] ?? ''),
  )
  const asked = Object.entries(query ?? {}).map(([name, value]) => `${name}=${text(value)}`)
  return `${path}${asked.length > 0 ? `?${asked.join('&')}` : ''}`
}
