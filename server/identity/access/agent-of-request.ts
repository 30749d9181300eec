import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { agentOfToken, type PrintAgent } from '../identity.ts'
import { AppError } from '../../errors/app-error.ts'

/** The print agent that calls and its store, known only by the agent's token. */
export async function agentOfRequest(deps: Deps, request: FastifyRequest): Promise<PrintAgent> {
  const token = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '')?.[1]
  const agent = token ? await agentOfToken(deps, token) : null
  if (!agent) throw new AppError('print/agent-unknown')
  return agent
}
