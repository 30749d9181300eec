import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { filesOf, modulesOf, readManifest } from './built-files.ts'

/** What a page loads before it works. Fonts, images, and files fetched after the first screen are not counted. */
export interface PageWeight {
  readonly page: string
  /** Scripts and style sheets. */
  readonly requests: number
  readonly maxRequests: number
  /** Bytes after gzip. */
  readonly js: number
  readonly maxJs: number
  readonly css: number
}

/** A little above what they weigh; the sign-in page's own limit is a promise (docs/figures.md). */
const limits: readonly (readonly [string, readonly string[], Pick<PageWeight, 'maxRequests' | 'maxJs'>])[] = [
  ['sign-in', modulesOf.signIn, { maxRequests: 11, maxJs: 140_000 }],
  ['daily', modulesOf.screen('reports/daily/daily-report-page.tsx'), { maxRequests: 11, maxJs: 180_000 }],
  ['board', modulesOf.screen('orders/orders-page.tsx'), { maxRequests: 35, maxJs: 321_500 }],
  ['history', modulesOf.screen('orders/history/history-page.tsx'), { maxRequests: 28, maxJs: 270_000 }],
  ['menu', modulesOf.screen('menu/menu-page.tsx'), { maxRequests: 21, maxJs: 236_200 }],
  ['home', modulesOf.screen('home/home-page.tsx'), { maxRequests: 27, maxJs: 226_700 }],
  ['settings', modulesOf.screen('settings/settings-page.tsx'), { maxRequests: 26, maxJs: 257_000 }],
]

/** Reads Vite's manifest. */
export function measurePages(distDir: string): readonly PageWeight[] {
  const manifest = readManifest(distDir)
  const gzip = (files: Iterable<string>) =>
    [...files].reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(distDir, file)), { level: 9 }).length,
      0,
    )
  return limits.map(([page, modules, { maxRequests, maxJs }]) => {
    const { js, css } = filesOf(manifest, modules)
    return { page, requests: js.size + css.size, maxRequests, js: gzip(js), maxJs, css: gzip(css) }
  })
}

export const isTooHeavy = ({ requests, maxRequests, js, maxJs }: PageWeight): boolean =>
  requests > maxRequests || js > maxJs
