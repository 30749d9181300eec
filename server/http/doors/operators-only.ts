import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'

/**
 * Figures and descriptions of the system are open in development. In production they answer to
 * `Authorization: Bearer OPERATOR_TOKEN`, and look absent to everybody else.
 */
export function operatorsOnly({ env }: Pick<Deps, 'env'>) {
  return async (request: FastifyRequest): Promise<void> => {
    if (env.NODE_ENV !== 'production') return
    const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (env.OPERATOR_TOKEN === undefined || given === undefined || !same(given, env.OPERATOR_TOKEN))
      throw new AppError('route/not-found')
  }
}

const same = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
