import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { standardManner, type Manner } from '../open-delivery/manner.ts'
import { onboard, onboardingBody, type Onboarding } from '../open-delivery/onboarding.ts'
import { problem } from '../open-delivery/orders-api.ts'
import type { World } from '../open-delivery/world.ts'
import { storesApi } from './stores-api.ts'

/** What aiqfome publishes (docs/marketplaces/aiqfome.md), with the login of ID Magalu beside it. */
export interface AiqfomeApplication {
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUrl: string
}

const tokenSeconds = 7_200

/** An owner's consent gives a token that reaches one merchant; its renewal outlives the process, as the real one does. */
export function aiqfomeManner(application: AiqfomeApplication): Manner {
  const { clientId, clientSecret, redirectUrl } = application
  const codes = new Map<string, string>()
  const renewalOf = (merchantId: string) =>
    `${merchantId}.${createHmac('sha256', clientId).update(merchantId).digest('hex')}`
  const merchantOf = (form: Readonly<Record<string, string>>): string | undefined => {
    if (form.grant_type === 'authorization_code') {
      const merchantId = codes.get(form.code ?? '')
      codes.delete(form.code ?? '')
      return merchantId
    }
    const merchantId = (form.refresh_token ?? '').split('.')[0] ?? ''
    return form.refresh_token === renewalOf(merchantId) ? merchantId : undefined
  }
  return {
    ...standardManner,
    token: (world, form) => {
      const known =
        form.client_id === clientId &&
        form.client_secret === clientSecret &&
        form.redirect_uri === redirectUrl
      const merchantId = known ? merchantOf(form) : undefined
      if (merchantId === undefined) return null
      return { ...world.newToken([merchantId], tokenSeconds), refresh_token: renewalOf(merchantId) }
    },
    tokenSchema: {
      type: 'object',
      required: ['client_id', 'client_secret', 'redirect_uri', 'grant_type'],
      properties: { grant_type: { enum: ['authorization_code', 'refresh_token'] } },
    },
    polled: ({ merchants }) => merchants.filter(({ softwareId }) => softwareId !== undefined),
    conforms: false,
    displayPrefix: 'A-',
    webhook: { encoding: 'hex', taken: [200, 204] },
    open: ['/login'],
    routes: (app, world) => {
      routes(app, world, { application, codes })
      storesApi(app, world)
    },
  }
}

interface Consent {
  readonly application: AiqfomeApplication
  readonly codes: Map<string, string>
}

function routes(app: FastifyInstance, world: World, { application, codes }: Consent): void {
  app.put('/v1/merchantOnboarding/:id', { schema: { body: onboardingBody } }, (request, reply) => {
    const body = request.body as Onboarding
    const allowed = request.merchants.some(({ merchantId }) => merchantId === body.orderingAppMerchantId)
    if (!allowed) return reply.code(404).send(problem(404))
    return onboard(world, reply, (request.params as { id: string }).id, body)
  })
  /** The owner's page: it leads back with a code as soon as a store is chosen. */
  app.get('/login', async (request, reply) => {
    const { client_id: id, redirect_uri: back, state = '', loja } = request.query as Record<string, string>
    if (id !== application.clientId || back !== application.redirectUrl)
      return reply.code(400).send(problem(400))
    const merchant = world.merchants.get(loja ?? '')
    if (!merchant) return reply.type('text/html; charset=utf-8').send(page(request.url, world))
    const code = randomBytes(16).toString('hex')
    codes.set(code, merchant.merchantId)
    const query = new URLSearchParams({ code, state })
    return reply.redirect(`${back}${back.includes('?') ? '&' : '?'}${query.toString()}`)
  })
}

const page = (url: string, world: World): string => `<!doctype html><html lang="pt-BR"><meta charset="utf-8">
<title>ID Magalu (simulado)</title><h1>Autorizar o Balcão</h1><p>Escolha a loja:</p><ul>
${[...world.merchants.values()]
  .map(
    ({ merchantId, name }) =>
      `<li><a href="${escaped(`${url}&loja=${encodeURIComponent(merchantId)}`)}">${escaped(name)} (ID ${escaped(merchantId)})</a></li>`,
  )
  .join('\n')}
</ul></html>`

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
