import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tokenSeconds, userCodeSeconds } from './access.ts'
import type { World } from './world.ts'

/** iFood's authentication calls of both kinds of application. */
export function accessApi(app: FastifyInstance, world: World): void {
  const { access, env } = world
  const refuse = (reply: FastifyReply) =>
    reply.code(401).send({ error: { code: 'Unauthorized', message: 'Bad credentials' } })
  const tokens = (grantId: string) => ({
    accessToken: access.issue(grantId),
    refreshToken: access.renewalOf(grantId),
    type: 'bearer',
    expiresIn: tokenSeconds,
  })

  app.post('/authentication/v1.0/oauth/userCode', async (request, reply) => {
    const form = (request.body ?? {}) as Record<string, string>
    if (form.clientId !== env.codeClientId) return refuse(reply)
    const { userCode, verifier } = access.askUserCode()
    const portal = `http://${request.headers.host ?? ''}/portal`
    return {
      userCode,
      authorizationCodeVerifier: verifier,
      verificationUrl: portal,
      verificationUrlComplete: `${portal}?c=${userCode}`,
      expiresIn: userCodeSeconds,
    }
  })

  app.post('/authentication/v1.0/oauth/token', async (request, reply) => {
    const form = (request.body ?? {}) as Record<string, string>
    const central = form.clientId === env.clientId && form.clientSecret === env.clientSecret
    if (form.grantType === 'client_credentials')
      return central
        ? { accessToken: access.issue(null), type: 'bearer', expiresIn: tokenSeconds }
        : refuse(reply)
    if (form.clientId !== env.codeClientId || form.clientSecret !== env.clientSecret) return refuse(reply)
    const grantId =
      form.grantType === 'authorization_code'
        ? access.redeem(form.authorizationCode ?? '', form.authorizationCodeVerifier ?? '')
        : form.grantType === 'refresh_token'
          ? access.useRenewal(form.refreshToken ?? '')
          : null
    return grantId === null ? refuse(reply) : tokens(grantId)
  })
}

/** 401 without a valid token; 403 when the token does not reach the merchant of the call. */
export async function rejectUnauthorised(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = world.access.tokenOf(request)
  if (!token) {
    await reply.code(401).send({ error: { code: 'Unauthorized', message: 'Invalid token' } })
    return
  }
  const merchantId = merchantOfCall(world, request)
  if (merchantId !== null && !world.access.reaches(token, merchantId))
    await reply
      .code(403)
      .send({ error: { code: 'Forbidden', message: 'user is forbidden to access merchant' } })
}

function merchantOfCall(world: World, request: FastifyRequest): string | null {
  const inPath = /\/merchants\/([^/?]+)/.exec(request.url)?.[1]
  if (inPath !== undefined) return world.merchants.has(inPath) ? inPath : null
  const orderId = /\/orders\/([\w-]+)/.exec(request.url)?.[1]
  return orderId === undefined ? null : (world.orders.get(orderId)?.order.merchant.id ?? null)
}
