import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allRoutes } from '../contract/all.ts'
import type { Access, Route } from '../contract/shared/route.ts'

/** Writes the table of calls in docs/product.md section 6 from the contract; `--verify` compares instead. */
const file = join(fileURLToPath(new URL('..', import.meta.url)), 'docs/product.md')
const [begin, end] = ['<!-- calls: scripts/generate-calls.ts -->', '<!-- /calls -->']

const scopes: Record<Access['kind'], string> = {
  public: '–',
  user: '–',
  agent: 'store of the token',
  store: '`x-store-id`',
  pathStore: 'path',
  menuSlug: 'menu slug',
  selection: '`selection`',
}

const text = readFileSync(file, 'utf8')
const [before, rest = ''] = text.split(begin)
const after = rest.split(end)[1]
if (before === undefined || after === undefined) throw new Error(`docs/product.md has no ${begin} … ${end}`)
const generated = `${before}${begin}\n\n${callTables()}\n\n${end}${after}`

if (!process.argv.includes('--verify')) writeFileSync(file, generated)
else if (generated !== text) {
  console.error('docs/product.md section 6 is not the contract: run node scripts/generate-calls.ts')
  process.exit(1)
}

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
    envelope === 'bare' ? 'reply without `data`' : '',
    envelope === 'stream' ? 'server-sent events' : '',
    envelope === 'file' || files ? 'also as a file' : '',
    idempotency === 'required' ? '`Idempotency-Key` required' : '',
    idempotency === 'accepted' ? '`Idempotency-Key` accepted' : '',
    leavesBehind ? 'not by support' : '',
  ].filter((note) => note !== '')
  return notes.length > 0 ? ` (${notes.join('; ')})` : ''
}
