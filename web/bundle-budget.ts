import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}

export interface BundleWeight {
  /** Bytes after gzip: what the sign-in page loads before it works. */
  readonly signInJs: number
  readonly signInCss: number
  /** What the day's report adds to that, the shell included. */
  readonly reportExtraJs: number
}

/** Reads Vite's manifest; fonts and pictures are not counted. */
export function measureBundle(distDir: string): BundleWeight {
  const manifest = JSON.parse(readFileSync(join(distDir, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const entry = filesOf(manifest, ['index.html'])
  const report = filesOf(manifest, ['index.html', 'shell/shell.tsx', 'reports/daily-report-page.tsx'])
  const gzip = (files: Iterable<string>) =>
    [...files].reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(distDir, file)), { level: 9 }).length,
      0,
    )
  const signInJs = gzip(entry.js)
  return { signInJs, signInCss: gzip(entry.css), reportExtraJs: gzip(report.js) - signInJs }
}

function filesOf(manifest: Record<string, Chunk>, roots: readonly string[]) {
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
