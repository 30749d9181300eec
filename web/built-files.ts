import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesMeta } from './first-files.ts'
import { lookup } from '../contract/shared/lookup.ts'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
  readonly dynamicImports?: readonly string[]
}

export type Manifest = Readonly<Record<string, Chunk>>

export const readManifest = (distDir: string): Manifest =>
  JSON.parse(readFileSync(join(distDir, '.vite/manifest.json'), 'utf8')) as Manifest

/** Static dependencies of these modules, without anything loaded lazily. */
export function filesOf(manifest: Manifest, roots: readonly string[]) {
  const js = new Set<string>()
  const css = new Set<string>()
  const visit = (key: string): void => {
    const chunk = lookup(manifest, key)
    if (!chunk || js.has(chunk.file)) return
    js.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
    // After the files it depends on, as with lazy loading.
    for (const sheet of chunk.css ?? []) css.add(sheet)
  }
  for (const key of roots) visit(key)
  // draw.ts (React DOM) loads on its own and requests nothing else.
  if (roots.includes(panelModule)) manifest[panelModule]?.dynamicImports?.forEach(visit)
  return { js, css }
}

const panelModule = 'panel.tsx'

const signInPaths = ['/', '/login']

/** The module of each screen that people open by its address (pages.ts). */
const pageModules = {
  '/menu': 'home/home-page.tsx',
  '/cardapio': 'menu/menu-page.tsx',
  '/menu/orders': 'orders/orders-page.tsx',
  '/reports/daily': 'reports/daily/daily-report-page.tsx',
  '/reports/sale': 'reports/sale/sale-page.tsx',
  '/reports/product': 'reports/product/product-page.tsx',
  '/reports/ads': 'reports/ads/ads-report-page.tsx',
  '/reports/menu': 'reports/menu/menu-report-page.tsx',
  '/reports/customer': 'reports/customer/customer-page.tsx',
  '/reports/history': 'orders/history/history-page.tsx',
  '/reports/orderBilling': 'reports/order-billing/order-billing-page.tsx',
  '/reports/quality': 'reports/quality/quality-page.tsx',
  '/reports/stores': 'reports/stores/stores-page.tsx',
  '/settings': 'settings/settings-page.tsx',
}

/** What every page runs: a short entry script, and the panel that it loads. */
const firstModules: readonly string[] = ['index.html', panelModule]

/** The modules that a page needs before it works. */
export const modulesOf = {
  signIn: [...firstModules, 'identity/sign-in-page.tsx'],
  screen: (module: string): readonly string[] => [...firstModules, module],
}

const titleTag = '<title>'
const moduleTag = '<script type="module"'
const headEnd = '</head>'

export interface BuiltPages {
  /** For every address without files of its own. */
  readonly any: string
  readonly byPath: Readonly<Record<string, string>>
}

/**
 * The HTML page with the inline first-visit script and the names of its screen's files, so that the browser
 * fetches them in parallel instead of after the first script has run. The two largest files, more than half
 * of all bytes, are preloaded before the script runs; files of the screen come after those of every page,
 * which run meanwhile. Style sheets come after the script, because scripts wait for style sheets before them.
 */
export function pagesWithTheirFiles(
  html: string,
  manifest: Manifest,
  firstVisit: string,
  sizeOf: (file: string) => number,
): BuiltPages {
  const scriptsOf = (modules: readonly string[]) =>
    later(filesOf(manifest, modules).js, html).toSorted((a, b) => sizeOf(b) - sizeOf(a))
  // Largest first: a browser has six connections per host, and later requests wait for a round trip.
  const everywhere = scriptsOf(firstModules)
  const pageFor = (modules: readonly string[]) => {
    const atOnce = everywhere.slice(0, 2)
    const ofScreen = scriptsOf(modules).filter((file) => !everywhere.includes(file))
    const sheets = later(filesOf(manifest, modules).css, html)
    const files = [everywhere.slice(2), ofScreen].map((names) => names.join(' ')).join('|')
    // Replacement functions, because the script's text may contain `$` patterns.
    return html
      .replace(titleTag, () => `${tagsFor('modulepreload', atOnce)}${titleTag}`)
      .replace(
        moduleTag,
        () => `<meta name="${filesMeta}" content="${files}" /><script>${firstVisit}</script>${moduleTag}`,
      )
      .replace(headEnd, () => `${tagsFor('stylesheet', sheets)}${headEnd}`)
  }
  if ([titleTag, moduleTag, headEnd].some((tag) => !html.includes(tag)) || firstVisit.includes('</'))
    throw new Error('The page is not as expected')
  const pages = [
    ...signInPaths.map((path) => [path, modulesOf.signIn] as const),
    ...Object.entries(pageModules).map(([path, module]) => [path, modulesOf.screen(module)] as const),
  ]
  for (const page of pages.flatMap(([, modules]) => modules.slice(-1)))
    if (!lookup(manifest, page)) throw new Error(`${page} is not a file of its own`)
  return {
    any: pageFor(firstModules),
    byPath: Object.fromEntries(pages.map(([path, modules]) => [path, pageFor(modules)])),
  }
}

const tagsFor = (rel: string, files: readonly string[]): string =>
  files.map((file) => `<link rel="${rel}" crossorigin href="/${file}" />`).join('')

/** Files that the page itself does not name. */
const later = (all: ReadonlySet<string>, html: string): string[] =>
  [...all].filter((file) => !html.includes(file))
