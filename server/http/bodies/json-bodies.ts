import type { FastifyInstance } from 'fastify'
import type { Route } from '../../../contract/shared/route.ts'
import { AppError } from '../../errors/app-error.ts'
import { excessOf, partsOf, publicParts } from './json-bounds.ts'

/** Parses JSON bodies of calls, those within the route's bounds only. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { route } = request.routeOptions.config as { readonly route?: Route }
    const excess = excessOf(body, route ? partsOf(route) : publicParts)
    if (excess) done(new AppError('validation/invalid', { message: sentences[excess] }))
    else void parse(request, body.toString('utf8'), done)
  })
}

const sentences = {
  depth: 'O conteúdo enviado tem níveis demais, um dentro do outro. Confira o que foi enviado.',
  parts: 'O conteúdo enviado tem campos ou valores demais. Envie em partes menores.',
} as const
