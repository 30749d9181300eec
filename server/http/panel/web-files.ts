import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../../env.ts'
import { AppError } from '../../errors/app-error.ts'
import { workerWithAppPair, type Pages } from './built-panel.ts'
import { sendError } from '../replies/error-reply.ts'
import { accepts } from '../replies/send-json.ts'
import { isServerPath } from './server-paths.ts'
import { lookup } from '../../../contract/shared/lookup.ts'

/** Serves the built panel: hashed files are cached for a year, the page never; every screen's path returns the page. */
export async function webFiles(
  app: FastifyInstance,
  webDir: string,
  pages: Pages,
  env: Pick<Env, 'OFFLINE_SHELL' | 'APP_ID' | 'APP_TOKEN'>,
): Promise<void> {
  const zipped = new Map([pages.any, ...Object.values(pages.byPath)].map((page) => [page, gzipSync(page)]))
  const files = {
    index: false,
    wildcard: false,
    // Written by scripts/build.ts.
    preCompressed: true,
    cacheControl: false,
  } as const
  await app.register(fastifyStatic, {
    ...files,
    root: join(webDir, 'assets'),
    prefix: '/assets/',
    // Never revalidated, so no such headers: a dozen of these files come first on a slow line.
    etag: false,
    lastModified: false,
    acceptRanges: false,
    setHeaders: (reply) =>
      void reply.headers({ vary: 'accept-encoding', 'cache-control': 'public, max-age=31536000, immutable' }),
  })
  await app.register(fastifyStatic, {
    ...files,
    root: webDir,
    globIgnore: ['assets/**', 'sw*.js'],
    decorateReply: false,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  })
  // Read each time, so that a deploy takes effect without a restart.
  app.get('/sw.js', async (_request, reply) => {
    const worker = await readFile(join(webDir, env.OFFLINE_SHELL ? 'sw.js' : 'sw-off.js'), 'utf8')
    return reply
      .header('cache-control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(workerWithAppPair(worker, env))
  })
  app.setNotFoundHandler((request, reply) => {
    // As sent: parsing `//[` as a URL fails.
    const [path = '/'] = request.url.split(/[?#]/)
    if (isServerPath(path) || (request.method !== 'GET' && request.method !== 'HEAD')) {
      sendError(new AppError('route/not-found'), request, reply)
      return
    }
    const page = lookup(pages.byPath, path) ?? pages.any
    void reply
      .headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
      .type('text/html; charset=utf-8')
    const small = accepts(reply, 'gzip') ? zipped.get(page) : undefined
    void (small ? reply.header('content-encoding', 'gzip').send(small) : reply.send(page))
  })
}
