import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Route } from '../../../contract/shared/route.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Refused } from './body-child.ts'
import { excessOf, partsOf, publicParts } from './json-bounds.ts'
import { parsedJson } from './parsed-json.ts'
import { CheckedBody, maxBytesHere, readLargeBody } from './read-large-body.ts'

/** Parses JSON bodies of calls, those within the route's bounds only; large ones of known senders in a child process. */
export function parseJsonBodies(app: FastifyInstance): void {
  const read = async (request: FastifyRequest, body: Buffer): Promise<unknown> => {
    const { route } = request.routeOptions.config as { readonly route?: Route }
    const { uid } = request.noted
    const found =
      body.length > maxBytesHere && route?.body && uid !== undefined
        ? await readLargeBody({ bytes: body, route: route.name }, uid)
        : readHere(body, route)
    if ('refused' in found) throw new AppError('validation/invalid', sentences[found.refused])
    return found instanceof CheckedBody ? found : found.json
  }
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, read)
}

function readHere(body: Buffer, route: Route | undefined): Refused | { readonly json: unknown } {
  const excess = excessOf(body, route ? partsOf(route) : publicParts)
  if (excess) return { refused: excess }
  const json = parsedJson(body)
  return json === undefined ? { refused: 'syntax' } : { json }
}

const sentences = {
  depth: { message: 'O conteúdo enviado tem níveis demais, um dentro do outro. Confira o que foi enviado.' },
  parts: { message: 'O conteúdo enviado tem campos ou valores demais. Envie em partes menores.' },
  /** The usual sentence of the code. */
  syntax: {},
} as const
