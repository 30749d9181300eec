import { allRoutes } from '../contract/all.ts'
import type { Access, Route } from '../contract/shared/route.ts'
import { writePart } from './docs/generated-part.ts'

/** Writes the table of calls in docs/product/calls.md from the contract; `--verify` compares instead. */
const scopes: Record<Access['kind'], string> = {
  public: '–',
  user: '–',
  agent: 'store of the token',
  store: '`x-store-id`',
  pathStore: 'path',
  menuSlug: 'menu slug',
  selection: '`selection`',
}

writePart({
  page: 'docs/product/calls.md',
  name: 'calls',
  script: 'scripts/generate-calls.ts',
  write: callTables,
})

function callTables(): string {
  const rooms = Map.groupBy(allRoutes, ({ path }) => path.split('/')[1] ?? '')
  return [...rooms]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([room, routes]) => `**/${room}**\n\n${table(routes)}`)
    .join('\n\n')
}

function table(routes: readonly Route[]): string {
  const rows = routes
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(
      (route) =>
        `| \`${route.method} ${route.path}\` | ${minimumRole(route.access)} | ${scopes[route.access.kind]} | ${route.summary}${remarks(route)} |`,
    )
  return ['| Call | Minimum role | Store from | What it does |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  )
}

function minimumRole(access: Access): string {
  if ('role' in access) return access.role
  return { public: 'none', user: 'signed in', agent: 'print agent' }[access.kind]
}

function remarks({ envelope, files, idempotency, leavesBehind }: Route): string {
  const notes = [
    envelope === 'bare' ? 'the reply is the whole body' : '',
    envelope === 'stream' ? 'server-sent events' : '',
    envelope === 'file' || files ? 'also as a file' : '',
    idempotency === 'required' ? '`Idempotency-Key` required' : '',
    idempotency === 'accepted' ? '`Idempotency-Key` accepted' : '',
    leavesBehind ? 'not by support' : '',
  ].filter((note) => note !== '')
  return notes.length > 0 ? ` (${notes.join('; ')})` : ''
}
