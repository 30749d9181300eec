import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allRoutes } from '../contract/all.ts'
import { customerCalls } from './customer-calls.ts'

/**
 * `npm run contract-check`: prints each call of the customer's document with the screens that use it. Fails when one
 * has no route or no screen.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const sources = new Map(
  globSync('web/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)
const { importers, lazy } = readImports()
const addresses = readAddresses()

const rows = customerCalls.map((call) => {
  const route = allRoutes.find(({ method, path }) => sameCall(call, `${method} ${path}`))
  return { call, route: route?.name ?? '', screens: route ? screensOf(route.name) : [] }
})
for (const { call, route, screens } of rows)
  console.log(
    `${route && screens.length > 0 ? 'ok     ' : 'MISSING'} ${call.padEnd(52)} ${route ? screens.join(', ') || 'no screen' : 'no route'}`,
  )
const missing = rows.filter(({ screens }) => screens.length === 0)
console.log(
  `\n${rows.length} calls, ${rows.length - missing.length} with a screen, ${missing.length} missing`,
)
process.exit(missing.length > 0 ? 1 : 0)

function sameCall(a: string, b: string): boolean {
  const plain = (call: string) => call.replaceAll(/\{\w+\}/g, '{}').replace(/\/$/, '')
  return plain(a) === plain(b)
}

/** The lazily loaded files that reach a use of the call, as addresses where they have one. */
function screensOf(name: string): readonly string[] {
  const used = new RegExp(`\\b${name}\\b`)
  const seen = new Set<string>()
  const screens = new Set<string>()
  const open = [...sources].filter(([, text]) => used.test(text)).map(([file]) => file)
  for (let file = open.pop(); file; file = open.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    if (lazy.has(file)) screens.add(addresses.get(file) ?? file.replace(/^web\//, ''))
    else if (file === 'web/main.ts' || file === 'web/panel.tsx') screens.add('every screen')
    else open.push(...(importers.get(file) ?? []))
  }
  if (screens.has('every screen') || screens.has('shell/shell.tsx')) return ['every screen']
  return [...screens].toSorted()
}

function readImports(): { importers: Map<string, string[]>; lazy: Set<string> } {
  const found = new Map<string, string[]>()
  const dynamic = new Set<string>()
  for (const [file, text] of sources)
    for (const [, before, path] of text.matchAll(/(import\(|from )'(\.[^']+)'/g)) {
      const target = relative(root, join(root, dirname(file), path ?? ''))
      if (before === 'import(') dynamic.add(target)
      else found.set(target, [...(found.get(target) ?? []), file])
    }
  return { importers: found, lazy: dynamic }
}

/** `web/home/home-page.tsx` → `/menu`, from the screens of web/pages.ts and their addresses in web/routes.tsx. */
function readAddresses(): Map<string, string> {
  const pages = sources.get('web/pages.ts') ?? ''
  const routes = sources.get('web/routes.tsx') ?? ''
  const files = new Map(
    [...pages.matchAll(/(\w+): lazyPage\(\(\) => import\('\.\/([^']+)'\)/g)].map(([, key, path]) => [
      key,
      `web/${path}`,
    ]),
  )
  const found = [...routes.matchAll(/path: '([^']+)',\s+component: page\.(\w+)/g)].map(
    ([, path, key]) => [files.get(key) ?? '', path ?? ''] as const,
  )
  return new Map(found)
}
