import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { GraphError } from './graph-errors.ts'
import { mediaApi } from './media-api.ts'
import type { BusinessPhone, Template } from './graph-records.ts'
import type { GraphWorld } from './graph-world.ts'
import { readSentMessage } from './read-sent-message.ts'
import { sendMessage } from './send-message.ts'
import { textOf } from '../text-of.ts'

type Body = Readonly<Record<string, unknown>>

/** The published calls of the Graph API that a store's line needs, under any version. */
export function graphApi(app: FastifyInstance, world: GraphWorld): void {
  app.setErrorHandler((error, _request, reply) => {
    const traceId = randomBytes(9).toString('base64url')
    const known =
      error instanceof GraphError ? error : new GraphError(100, error instanceof Error ? error.message : '')
    return reply.code(known.status).send(known.body(traceId))
  })
  app.addHook('onRequest', async (request) => {
    if (!/^\/v\d+\.\d+\//.test(request.url) || /\/oauth\/access_token/.test(request.url)) return
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const inQuery = (request.query as { access_token?: string }).access_token
    if (!world.tokens.has(token ?? inQuery ?? ''))
      throw new GraphError(190, 'Error validating access token: Session has expired.')
  })
  messages(app, world)
  numbers(app, world)
  templates(app, world)
  account(app, world)
  mediaApi(app, world)
  app.get('/:version/:id', (request, reply) => node(world, request, reply))
}

function messages(app: FastifyInstance, world: GraphWorld): void {
  app.post('/:version/:phoneId/messages', (request) => {
    const phone = phoneOf(world, request)
    const body = (request.body ?? {}) as Body
    // The customer sees that the message was read; it is no message.
    if (body.status === 'read') {
      if (!world.bubbles.some(({ id }) => id === body.message_id))
        throw new GraphError(131009, 'The parameter message_id does not exist.')
      return { success: true }
    }
    const message = readSentMessage(body)
    const bubble = sendMessage(world, phone, message)
    const { waId, userId, hidesNumber } = world.customer(bubble.waId)
    return {
      messaging_product: 'whatsapp',
      contacts: [{ input: message.to, user_id: userId, ...(hidesNumber ? {} : { wa_id: waId }) }],
      messages: [{ id: bubble.id, ...(message.template ? { message_status: 'accepted' } : {}) }],
    }
  })
}

function numbers(app: FastifyInstance, world: GraphWorld): void {
  app.post('/:version/:phoneId/register', (request) => {
    const phone = phoneOf(world, request)
    if (!/^\d{6}$/.test(textOf((request.body as Body).pin ?? '')))
      throw new GraphError(100, 'Param pin must be 6 digits.')
    phone.registered = true
    return { success: true }
  })
  app.post('/:version/:phoneId/deregister', (request) => {
    const phone = phoneOf(world, request)
    if (!phone.registered) throw new GraphError(133010, 'The number is not registered on the platform.')
    phone.registered = false
    return { success: true }
  })
  app.get('/:version/:wabaId/phone_numbers', (request) => {
    const { wabaId } = request.params as { wabaId: string }
    const own = [...world.phones.values()].filter((phone) => phone.wabaId === wabaId)
    return { data: own.map(phoneView), paging: { cursors: { before: '', after: '' } } }
  })
}

function templates(app: FastifyInstance, world: GraphWorld): void {
  app.get('/:version/:wabaId/message_templates', (request) => {
    const { wabaId } = request.params as { wabaId: string }
    const { name, status } = request.query as { name?: string; status?: string }
    const own = world.templates.filter(
      (one) => one.wabaId === wabaId && (!name || one.name === name) && (!status || one.status === status),
    )
    return { data: own.map(templateView), paging: { cursors: { before: '', after: '' } } }
  })
  app.post('/:version/:wabaId/message_templates', (request) => {
    const { wabaId } = request.params as { wabaId: string }
    const given = request.body as Body
    const body = (given.components as Body[] | undefined)?.find(({ type }) => type === 'BODY')
    if (!/^[a-z0-9_]{1,512}$/.test(textOf(given.name ?? '')))
      throw new GraphError(
        100,
        'Param name must contain only lowercase alphanumeric characters and underscores.',
      )
    if (!body?.text || !given.language || !given.category)
      throw new GraphError(100, 'name, language, category and a BODY component are required.')
    if (
      world.templates.some(
        (one) => one.wabaId === wabaId && one.name === given.name && one.language === given.language,
      )
    )
      throw new GraphError(100, 'There is already content in this language for this template.')
    const made: Template = {
      id: textOf(Math.floor(Math.random() * 1e15)),
      wabaId,
      name: textOf(given.name),
      language: textOf(given.language),
      category: textOf(given.category).toUpperCase() as Template['category'],
      body: textOf(body.text),
      status: 'PENDING',
      reason: null,
    }
    world.templates.push(made)
    return { id: made.id, status: made.status, category: made.category }
  })
  app.delete('/:version/:wabaId/message_templates', (request) => {
    const { wabaId } = request.params as { wabaId: string }
    const { name } = request.query as { name?: string }
    const kept = world.templates.filter((one) => one.wabaId !== wabaId || one.name !== name)
    if (kept.length === world.templates.length) throw new GraphError(100, 'Message template was not found.')
    world.templates.splice(0, world.templates.length, ...kept)
    return { success: true }
  })
}

function account(app: FastifyInstance, world: GraphWorld): void {
  app.post('/:version/:wabaId/subscribed_apps', (request) => {
    const { wabaId } = accountOf(world, request)
    world.subscribed.add(wabaId)
    return { success: true }
  })
  app.delete('/:version/:wabaId/subscribed_apps', (request) => {
    world.subscribed.delete(accountOf(world, request).wabaId)
    return { success: true }
  })
  app.get('/:version/:wabaId/subscribed_apps', (request) => {
    const { wabaId } = accountOf(world, request)
    const one = { whatsapp_business_api_data: { id: world.env.appId, name: 'Balcão', link: '' } }
    return { data: world.subscribed.has(wabaId) ? [one] : [] }
  })
  // The code of the sign-up window becomes the business's token, once.
  const exchange = (request: FastifyRequest) => {
    const given = { ...(request.query as Body), ...((request.body ?? {}) as Body) }
    if (given.client_id !== world.env.appId || given.client_secret !== world.env.appSecret)
      throw new GraphError(190, 'Error validating client secret.')
    if (!world.signupCodes.delete(textOf(given.code ?? '')))
      throw new GraphError(100, 'This authorization code has been used or has expired.')
    return { access_token: world.newToken(), token_type: 'bearer' }
  }
  app.get('/:version/oauth/access_token', exchange)
  app.post('/:version/oauth/access_token', exchange)
}

/** A number or a file by its id. */
function node(world: GraphWorld, request: FastifyRequest, reply: FastifyReply) {
  const { id, version } = request.params as { id: string; version: string }
  const phone = world.phones.get(id)
  if (phone) return phoneView(phone)
  const media = world.media.get(id)
  if (!media) throw new GraphError(33, `Object with ID '${id}' does not exist.`)
  return reply.send({
    messaging_product: 'whatsapp',
    id,
    url: `${request.protocol}://${request.host}/${version}/${id}/content`,
    mime_type: media.mimeType,
    file_size: media.bytes.length,
  })
}

const phoneView = (phone: BusinessPhone) => ({
  id: phone.id,
  display_phone_number: phone.displayNumber,
  verified_name: phone.verifiedName,
  quality_rating: phone.quality,
  messaging_limit_tier: phone.tier,
  code_verification_status: 'VERIFIED',
  status: phone.banned ? 'BANNED' : phone.registered ? 'CONNECTED' : 'DISCONNECTED',
  platform_type: 'CLOUD_API',
  throughput: { level: 'STANDARD' },
})

const templateView = (template: Template) => ({
  id: template.id,
  name: template.name,
  language: template.language,
  category: template.category,
  status: template.status,
  ...(template.reason ? { rejected_reason: template.reason } : {}),
  components: [{ type: 'BODY', text: template.body }],
})

function phoneOf(world: GraphWorld, request: FastifyRequest): BusinessPhone {
  const { phoneId } = request.params as { phoneId: string }
  const phone = world.phones.get(phoneId)
  if (!phone) throw new GraphError(33, `Object with ID '${phoneId}' does not exist.`)
  return phone
}

function accountOf(world: GraphWorld, request: FastifyRequest): { readonly wabaId: string } {
  const { wabaId } = request.params as { wabaId: string }
  if (![...world.phones.values()].some((phone) => phone.wabaId === wabaId))
    throw new GraphError(33, `Object with ID '${wabaId}' does not exist.`)
  return { wabaId }
}
