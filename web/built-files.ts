import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

export type Manifest = Readonly<Record<string, Chunk>>

export const readManifest = (distDir: string): Manifest =>
  JSON.parse(readFileSync(join(distDir, '.vite/manifest.json'), 'utf8')) as Manifest

/** What these modules need before they run, without what they load later. */
export function filesOf(manifest: Manifest, roots: readonly string[]) {
  const js = new Set<string>()
  const css = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || js.has(chunk.file)) return
    js.add(chunk.file)
    for (const sheet of chunk.css ?? []) css.add(sheet)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const key of roots) visit(key)
  return { js, css }
}

/** The module of each screen that people open by its address (routes.tsx). */
const pageModules = {
  '/menu/orders': 'orders/orders-page.tsx',
  '/reports/daily': 'reports/daily-report-page.tsx',
  '/reports/sale': 'reports/sale-page.tsx',
  '/reports/product': 'reports/product-page.tsx',
  '/reports/menu': 'reports/menu-report-page.tsx',
  '/reports/customer': 'reports/customer-page.tsx',
  '/reports/history': 'orders/history-page.tsx',
  '/reports/orderBilling': 'reports/order-billing-page.tsx',
  '/reports/quality': 'reports/quality-page.tsx',
  '/reports/stores': 'reports/stores-page.tsx',
  '/settings': 'settings/settings-page.tsx',
}

/** What every page runs: a few lines, and the panel that they load. */
export const firstModules: readonly string[] = ['index.html', 'panel.tsx']

export interface BuiltPages {
  /** Of every address that has none of its own. */
  readonly any: string
  readonly byPath: Readonly<Record<string, string>>
}

/**
 * The page itself, naming the files that its screen will ask for: the browser fetches them beside the
 * first one instead of when that has run.
 */
export function pagesWithTheirFiles(html: string, manifest: Manifest): BuiltPages {
  const pageFor = (modules: readonly string[]) => {
    const all = filesOf(manifest, modules)
    const tags = [
      ...later(all.css, html).map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
      ...later(all.js, html).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ]
    return html.replace('</head>', `${tags.join('')}</head>`)
  }
  return {
    any: pageFor(firstModules),
    byPath: Object.fromEntries(
      Object.entries(pageModules).map(([path, module]) => {
        if (!manifest[module]) throw new Error(`${module} is not a file of its own`)
        return [path, pageFor([...firstModules, 'shell/shell.tsx', module])]
      }),
    ),
  }
}

/** What the page itself does not name. */
const later = (all: ReadonlySet<string>, html: string): string[] =>
  [...all].filter((file) => !html.includes(file))
