import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { serverPaths } from '../server/http/panel/server-paths.ts'
import { pagesWithTheirFiles, readManifest } from '../web/built-files.ts'
import { keepSourcesOfBuild } from './web-is-stale.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Builds the panel into dist/web. */
export async function buildWeb(): Promise<void> {
  const { build } = await import('vite')
  const mode = process.env.NODE_ENV
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  const firstVisit = await firstVisitScript()
  // Vite sets it for its own purposes; the server that starts after must not take it for its own.
  if (mode === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = mode
  const web = join(root, 'dist', 'web')
  compressAssets(join(web, 'assets'))
  const pages = pagesWithTheirFiles(
    readFileSync(join(web, 'index.html'), 'utf8'),
    readManifest(web),
    firstVisit,
    (file) => statSync(join(web, file)).size,
  )
  writeFileSync(join(web, '.vite', 'pages.json'), JSON.stringify(pages))
  writeServiceWorker(web, pages.any)
  keepSourcesOfBuild()
}

/** What runs in the page itself, as one script that needs nothing else. */
async function firstVisitScript(): Promise<string> {
  const { build } = await import('vite')
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      minify: true,
      lib: { entry: join(root, 'web/first-visit.ts'), formats: ['iife'], name: 'firstVisit' },
    },
  })
  const [output] = [built].flat()
  const chunk = output && 'output' in output ? output.output[0] : null
  if (!chunk) throw new Error('The script of the first visit was not built')
  return chunk.code.trim()
}

/** The worker with the files of this build, and one that keeps none (OFFLINE_SHELL=off). */
function writeServiceWorker(web: string, page: string): void {
  const worker = readFileSync(join(web, 'sw.js'), 'utf8')
  const without = 'const shell = null\n'
  if (!worker.includes(without)) throw new Error('The service worker is not as expected')
  const files = globSync('assets/*.{js,css,woff2}', { cwd: web })
    // Needed to sign in at a hosted provider, which takes a network anyway.
    .filter((file) => !file.includes('firebase-'))
    .map((file) => `/${file}`)
    .toSorted()
  const version = createHash('sha256')
    .update(worker + page + files.join())
    .digest('hex')
    .slice(0, 12)
  const shell = `const shell = ${JSON.stringify({ version, files, serverPaths })}\n`
  writeFileSync(
    join(web, 'sw.js'),
    worker.replace(without, () => shell),
  )
  writeFileSync(join(web, 'sw-off.js'), worker)
}

/** Beside each file its smaller forms, so that a phone on a slow line waits a third of the time. */
function compressAssets(dir: string): void {
  for (const file of globSync(`${dir}/*.{js,css}`)) {
    const whole = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(whole, { level: 9 }))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: whole.length }
    writeFileSync(`${file}.br`, brotliCompressSync(whole, { params }))
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb()
