import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const web = join(import.meta.dirname, 'web')

interface Modules {
  getModuleInfo(
    id: string,
  ): { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null
}

const kept = new Map<string, ReadonlySet<string>>()

/** Every module that this one imports statically, found once a build. */
function importsOf(file: string, modules: Modules): ReadonlySet<string> {
  const known = kept.get(file)
  if (known) return known
  const found = new Set<string>()
  const visit = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) visit(imported)
  }
  for (const id of modules.getModuleInfo(join(web, file))?.importedIds ?? []) visit(id)
  kept.set(file, found)
  return found
}

/** Parts of TanStack Query that the first screen does not use, though the library's index names them. */
const laterQueries = /(queriesObserver|infiniteQueryObserver|mutationObserver|useQueries|useMutation)\.js$/

/** The small part of React DOM without the renderer: the first files and the screens' portals need it. */
const portals = /react-dom\/(index|cjs\/react-dom\.production)\.js/

const shell = 'shell/shell.tsx'

/**
 * Three shared files instead of thirty: over HTTP/1.1 a browser has six connections, and each further small file
 * waits for a round trip (docs/adr/0016-one-bundle-for-all-builds.md).
 */
function sharedFile(id: string, modules: Modules): string | null {
  if (laterQueries.test(id)) return null
  if (portals.test(id)) return 'libraries'
  if (importsOf('panel.tsx', modules).has(id))
    return id.includes('node_modules') ? 'libraries' : 'panel-shared'
  // The sign-in page needs them, and they are too small for files of their own.
  if (['forms/', 'kit/field', 'ui/text-field'].some((file) => id.startsWith(join(web, file))))
    return 'panel-shared'
  // A report that is opened by its address draws the frame with it.
  const isFirst =
    id === join(web, shell) ||
    [shell, 'reports/daily/daily-report-page.tsx'].some((file) => importsOf(file, modules).has(id))
  if (isFirst) return 'reports'
  if (importsOf('identity/sign-in-page.tsx', modules).has(id)) return null
  const many = ofStores.test(id) ? manyScreens - 1 : manyScreens
  return screensWith(id, modules).length >= many ? 'screens' : null
}

/** What the board's own parts share with parts of other screens that appear after a press. */
const boardFile = (id: string, modules: Modules): string | null =>
  boardFolders.test(id) && importsOf('orders/orders-page.tsx', modules).has(id) ? 'board' : null

const boardFolders = /[\\/]web[\\/](orders|printing)[\\/]/

/** The doors of the stores' room are small, and Agora, the board and the settings load them: one of four has its own. */
const ofStores = /[\\/]web[\\/]stores[\\/](stores\.ts|channels[\\/])/

/** What so many screens load is one file; with fewer, a report would load what only settings and boards use. */
const manyScreens = 4

/** The screens (pages.ts) that import this module statically. */
function screensWith(id: string, modules: Modules): readonly string[] {
  const screens = new Set(modules.getModuleInfo(join(web, 'pages.ts'))?.dynamicallyImportedIds)
  return [...screens]
    .map((screen) => relative(web, screen))
    .filter((screen) => importsOf(screen, modules).has(id))
}

export default defineConfig({
  root: 'web',
  // Only the board redraws often enough to earn the larger code of the React compiler.
  plugins: [react({ compiler: true, exclude: /node_modules|[\\/]web[\\/](?!orders[\\/])/ })],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    target: 'es2023',
    // Every browser of that age supports it.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first files name 150 others, so each letter of a hash is paid for 150 times.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // Chromium compiles these files whole while they arrive, instead of each function at its first call.
        postBanner: ({ name }) =>
          ['draw', 'libraries', 'panel-shared', 'reports'].includes(name)
            ? '//# allFunctionsCalledOnLoad'
            : '',
        codeSplitting: {
          groups: [
            { debugName: 'shared', name: sharedFile, priority: 1 },
            { debugName: 'board', name: boardFile, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? '3000'}` } },
})
