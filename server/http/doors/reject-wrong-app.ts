import type { FastifyRequest } from 'fastify'
import { headers } from '../../../contract/shared/headers.ts'
import type { Route } from '../../../contract/shared/route.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'

/** How long pages with the former pair go on working. */
const formerPairMs = 7 * 86_400_000

/**
 * The panel's pair is public and authorises nothing (docs/product/api.md): a wrong one is a page of an earlier release
 * or another application. Callers that are no page may leave it out. app/wrong-pair
 */
export function rejectWrongApp(
  { env, now }: Pick<Deps, 'env' | 'now'>,
  route: Route,
  request: FastifyRequest,
): void {
  if (isExempt(route, request)) return
  const id = request.headers[headers.appId]
  const token = request.headers[headers.appToken]
  const isPage = request.headers['sec-fetch-site'] !== undefined
  if (id === undefined && token === undefined && !isPage) return
  if (id === env.APP_ID && token === env.APP_TOKEN) return
  const isFormer = id !== undefined && id === env.APP_ID_BEFORE && token === env.APP_TOKEN_BEFORE
  const since = Date.parse(env.APP_PAIR_SINCE ?? '')
  if (isFormer && now().getTime() < since + formerPairMs) return
  throw new AppError('app/wrong-pair')
}

/** Print agents, the stream and files that a link opens send no headers of the panel. */
function isExempt({ access, envelope, files }: Route, request: FastifyRequest): boolean {
  const isFile = files !== undefined && (request.query as { readonly format?: string }).format !== undefined
  return access.kind === 'agent' || envelope === 'stream' || envelope === 'file' || isFile
}
