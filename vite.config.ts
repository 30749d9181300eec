import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { builtContract } from './web/built-contract.ts'

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

let first: ReadonlySet<string> | null = null
let panel: ReadonlySet<string> | null = null
let day: ReadonlySet<string> | null = null
let period: ReadonlySet<string> | null = null
let belowDay: ReadonlySet<string> | null = null

/** The largest file by far: what the panel does before it is drawn does not wait for it. */
const drawing = /web\/draw\.ts$|react-dom-client|node_modules\/(react-dom\/client\.js|scheduler\/)/

/** Parts of a library that only later screens use; its index names them all. */
const notFirst =
  /query-core\/.*\/(queriesObserver|infiniteQueryObserver|mutationObserver)\.js$|react-query\/.*\/use(Queries|InfiniteQuery|Mutation)\.js$/

/** What every page needs: the libraries apart, which change less often than we do. Then what the day's report needs. */
function firstName(id: string, modules: Modules): string | null {
  first ??= neededBy('main.ts', modules)
  panel ??= neededBy('panel.tsx', modules)
  // The page's own few lines stay by themselves: they run before all of the rest is there.
  if (first.has(id)) return 'first'
  // Those that are asked for by name keep it in the manifest.
  if (id.endsWith('/panel.tsx') || id.endsWith('/daily-report-page.tsx') || id.endsWith('/day-blocks.tsx'))
    return null
  if (drawing.test(id)) return 'draw'
  if (panel.has(id)) return id.includes('node_modules') ? 'base' : 'panel'
  // Where owners land: most of it is what the other reports need as well.
  day ??= neededBy('reports/daily/daily-report-page.tsx', modules)
  return day.has(id) ? 'reports' : null
}

/** The frame of the reports of a period: controls and saved views, which the day does without. */
function periodName(id: string, modules: Modules): string | null {
  if (!period) {
    const stores = neededBy('reports/stores/stores-page.tsx', modules)
    period = new Set([...neededBy('reports/sale/sale-page.tsx', modules)].filter((one) => stores.has(one)))
  }
  return period.has(id) ? 'period' : null
}

/** What stands below the day's figures comes after them; the other reports show the same. */
function nextName(id: string, modules: Modules): string | null {
  belowDay ??= new Set([
    ...neededBy('reports/daily/day-blocks.tsx', modules),
    ...neededBy('charts/column-chart.tsx', modules),
  ])
  return belowDay.has(id) && !id.endsWith('/day-blocks.tsx') ? 'blocks' : null
}

function neededBy(module: string, modules: Modules): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (id: string): void => {
    if (found.has(id) || notFirst.test(id)) return
    found.add(id)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) visit(imported)
  }
  visit(fileURLToPath(new URL(`web/${module}`, import.meta.url)))
  return found
}

export default defineConfig({
  root: 'web',
  // Not the reports and the frame around them: they are drawn seldom, and a first visit waits for their code.
  plugins: [
    react({ compiler: true, exclude: /[\\/](node_modules|web[\\/](reports|charts|table|shell))[\\/]/ }),
    builtContract(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    target: 'es2023',
    // Browsers of that age know it.
    modulePreload: { polyfill: false },
    // Few files of some size: each of the many small ones waits for the line and brings its own headers.
    rolldownOptions: {
      output: {
        // Chromium then compiles the whole file beside its coming, not each function when it is first called.
        postBanner: ({ name }) =>
          ['draw', 'base', 'panel', 'reports', 'period'].includes(name) ? '//# allFunctionsCalledOnLoad' : '',
        codeSplitting: {
          groups: [
            // With the first form that checks what is typed (web/built-contract.ts).
            { name: 'zod', test: /[\\/]node_modules[\\/]zod[\\/]/, priority: 5 },
            { debugName: 'first', name: firstName, priority: 4 },
            { debugName: 'period', name: periodName, priority: 3 },
            { debugName: 'next', name: nextName, priority: 2 },
            {
              name: 'shared',
              test: /[\\/](web[\\/](reports|charts|table|shell|stores)|contract|d3-\w+)[\\/][^?]*$/,
              minShareCount: 5,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? '3000'}` } },
})
