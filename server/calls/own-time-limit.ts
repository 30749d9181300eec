import type { FastifyRequest } from 'fastify'
import type { Route } from '../../contract/shared/route.ts'
import { AppError } from '../errors/app-error.ts'

/**
 * A report whose statement ran into its own time limit throws `report/too-slow` and is logged as an error with its
 * name: to ask the same again would take as long. Waiting for a connection or a lock stays `server/overloaded`.
 */
export function tellingOwnTimeLimit<C extends { readonly request: FastifyRequest }, R>(
  route: Route,
  handler: (call: C) => Promise<R>,
): (call: C) => Promise<R> {
  if (route.load !== 'report') return handler
  return async (call) => {
    try {
      return await handler(call)
    } catch (error) {
      if (!isOwnTimeLimit(error)) throw error
      call.request.log.error({ report: route.name, err: error }, 'a report ran into its own time limit')
      throw new AppError('report/too-slow')
    }
  }
}

const isOwnTimeLimit = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '57014' || error.code === 'report/too-slow')
