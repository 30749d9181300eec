import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { filesOf, modulesOf, readManifest } from './built-files.ts'

export interface BundleWeight {
  /** Gzipped bytes that the sign-in page loads before it works. */
  readonly signInJs: number
  readonly signInCss: number
  /** Additional bytes of the daily report, including the shell. */
  readonly reportExtraJs: number
}

/** Reads Vite's manifest; fonts and images are not counted. */
export function measureBundle(distDir: string): BundleWeight {
  const manifest = readManifest(distDir)
  const entry = filesOf(manifest, modulesOf.signIn)
  const report = filesOf(manifest, modulesOf.screen('reports/daily/daily-report-page.tsx'))
  const gzip = (files: Iterable<string>) =>
    [...files].reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(distDir, file)), { level: 9 }).length,
      0,
    )
  const signInJs = gzip(entry.js)
  return { signInJs, signInCss: gzip(entry.css), reportExtraJs: gzip(report.js) - signInJs }
}
