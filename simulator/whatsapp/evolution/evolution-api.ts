import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EvolutionBubble, Instance, WebhookSettings } from './evolution-records.ts'
import { keptView, sentView, type EvolutionWorld } from './evolution-world.ts'
import { textOf } from '../text-of.ts'

type Body = Readonly<Record<string, unknown>>

class EvolutionError extends Error {
  readonly status: number
  readonly title: string
  readonly said: unknown

  constructor(status: number, title: string, said: unknown) {
    super(title)
    this.status = status
    this.title = title
    this.said = said
  }
}

/** The gateway's published calls that a store's line needs. */
export function evolutionApi(app: FastifyInstance, world: EvolutionWorld): void {
  app.setErrorHandler((error, _request, reply) => {
    const known =
      error instanceof EvolutionError
        ? error
        : new EvolutionError(500, 'Internal Server Error', error instanceof Error ? error.message : '')
    return reply.code(known.status).send({
      status: known.status,
      error: known.title,
      response: { message: known.said },
    })
  })
  instances(app, world)
  messages(app, world)
  keptMessages(app, world)
  app.post('/webhook/set/:name', (request, reply) => {
    const instance = instanceOf(world, request)
    const given = (request.body as { webhook?: Body }).webhook ?? (request.body as Body)
    instance.webhook = webhookOf(given)
    return reply.code(201).send({ ...instance.webhook, instanceId: instance.id })
  })
  app.get('/webhook/find/:name', (request) => instanceOf(world, request).webhook)
}

function instances(app: FastifyInstance, world: EvolutionWorld): void {
  app.post('/instance/create', async (request, reply) => {
    if (request.headers.apikey !== world.env.apiKey) throw unauthorized()
    const given = (request.body ?? {}) as Body
    const name = textOf(given.instanceName ?? '').trim()
    if (name === '' || !given.integration)
      throw new EvolutionError(400, 'Bad Request', ['instanceName and integration are required'])
    if (world.instances.has(name))
      throw new EvolutionError(403, 'Forbidden', [`This name "${name}" is already in use.`])
    const instance = world.create(name, {
      number: given.number ? textOf(given.number) : null,
      token: given.token ? textOf(given.token) : null,
      integration: textOf(given.integration),
    })
    if (given.webhook) instance.webhook = webhookOf(given.webhook as Body)
    if (given.qrcode === true) await world.connect(instance, null)
    return reply.code(201).send({
      instance: {
        instanceName: name,
        instanceId: instance.id,
        integration: instance.integration,
        webhookWaBusiness: null,
        accessTokenWaBusiness: '',
        status: instance.state,
      },
      hash: instance.token,
      webhook: { webhookUrl: instance.webhook?.url },
      ...(given.qrcode === true ? { qrcode: qrOf(instance) } : {}),
    })
  })
  app.get('/instance/connect/:name', async (request) => {
    const instance = instanceOf(world, request)
    const { number } = request.query as { number?: string }
    if (instance.state === 'open') return stateOf(instance)
    await world.connect(instance, number ?? null)
    return qrOf(instance)
  })
  app.get('/instance/connectionState/:name', (request) => stateOf(instanceOf(world, request)))
  app.get('/instance/fetchInstances', (request) => {
    const key = request.headers.apikey
    const { instanceName } = request.query as { instanceName?: string }
    return [...world.instances.values()]
      .filter(
        ({ token, name }) =>
          (key === world.env.apiKey || token === key) && (!instanceName || name === instanceName),
      )
      .map((instance) => ({
        id: instance.id,
        name: instance.name,
        connectionStatus: instance.state,
        ownerJid: instance.state === 'open' ? `${instance.number}@s.whatsapp.net` : null,
        profileName: instance.profileName,
        integration: instance.integration,
        number: instance.number,
        token: instance.token,
      }))
  })
  app.post('/instance/restart/:name', async (request) => {
    const instance = instanceOf(world, request)
    if (instance.state !== 'open') await world.connect(instance, null)
    return stateOf(instance)
  })
  app.delete('/instance/logout/:name', (request) => {
    const instance = instanceOf(world, request)
    if (instance.state === 'close')
      throw new EvolutionError(400, 'Bad Request', [`The "${instance.name}" instance is not connected`])
    world.close(instance, 'loggedOut')
    return { status: 'SUCCESS', error: false, response: { message: 'Instance logged out' } }
  })
  app.delete('/instance/delete/:name', (request) => {
    world.remove(instanceOf(world, request))
    return { status: 'SUCCESS', error: false, response: { message: 'Instance deleted' } }
  })
}

function messages(app: FastifyInstance, world: EvolutionWorld): void {
  const send = (request: FastifyRequest, text: string, rows: EvolutionBubble['rows']) => {
    const instance = instanceOf(world, request)
    const number = textOf((request.body as Body).number ?? '').replaceAll(/\D/g, '')
    if (number === '' || text === '')
      throw new EvolutionError(400, 'Bad Request', ['number and text are required'])
    if (instance.state !== 'open') throw new EvolutionError(500, 'Internal Server Error', 'Connection Closed')
    if (world.strangers.has(number))
      throw new EvolutionError(400, 'Bad Request', [
        { jid: `${number}@s.whatsapp.net`, exists: false, number },
      ])
    return sentView(instance, world.send(instance, { number, text, rows }))
  }
  app.post('/message/sendText/:name', (request, reply) =>
    reply.code(201).send(send(request, textOf((request.body as Body).text ?? ''), [])),
  )
  app.post('/message/sendList/:name', (request, reply) => {
    const {
      title = '',
      description = '',
      sections = [],
    } = request.body as {
      title?: string
      description?: string
      sections?: { rows: { rowId: string; title: string; description?: string }[] }[]
    }
    const rows = sections.flatMap((section) =>
      section.rows.map((row) => ({ id: row.rowId, title: row.title, description: row.description ?? null })),
    )
    if (rows.length === 0) throw new EvolutionError(400, 'Bad Request', ['sections need rows'])
    return reply.code(201).send(send(request, [title, description].filter(Boolean).join('\n'), rows))
  })
}

/** What its database kept; without one the gateway answers with no records. A filter is exact, the newest comes first. */
function keptMessages(app: FastifyInstance, world: EvolutionWorld): void {
  app.post('/chat/findMessages/:name', (request) => {
    const instance = instanceOf(world, request)
    const {
      where = {},
      page = 1,
      offset = 50,
    } = (request.body ?? {}) as {
      where?: { key?: { id?: string; fromMe?: boolean; remoteJid?: string } }
      page?: number
      offset?: number
    }
    const { id, fromMe, remoteJid } = where.key ?? {}
    const found = world.bubbles
      .filter((bubble) => world.keeps && bubble.instance === instance.name)
      .map((bubble) => keptView(instance, bubble))
      .filter(
        ({ key }) =>
          (!id || key.id === id) && (!fromMe || key.fromMe) && (!remoteJid || key.remoteJid === remoteJid),
      )
      .toSorted((a, b) => b.messageTimestamp - a.messageTimestamp)
    return {
      messages: {
        total: found.length,
        pages: Math.ceil(found.length / offset),
        currentPage: page,
        records: found.slice(offset * (page - 1), offset * page),
      },
    }
  })
}

const stateOf = ({ name, state }: Instance) => ({ instance: { instanceName: name, state } })

const qrOf = ({ qr, stuck }: Instance) =>
  qr && !stuck
    ? { pairingCode: qr.pairingCode, code: qr.code, base64: qr.base64, count: qr.count }
    : { count: 0 }

const webhookOf = (given: Body): WebhookSettings => ({
  url: textOf(given.url ?? ''),
  enabled: given.enabled !== false,
  byEvents: given.byEvents === true || given.webhookByEvents === true,
  base64: given.base64 === true || given.webhookBase64 === true,
  headers: (given.headers as Record<string, string> | undefined) ?? {},
  events: (given.events as string[] | undefined) ?? [],
})

/** The gateway's key opens every instance, the instance's token its own. */
function instanceOf(world: EvolutionWorld, request: FastifyRequest): Instance {
  const { name } = request.params as { name: string }
  const instance = world.instances.get(name)
  const { apikey } = request.headers
  if (apikey !== world.env.apiKey && (!instance || apikey !== instance.token)) throw unauthorized()
  if (!instance) throw new EvolutionError(404, 'Not Found', [`The "${name}" instance does not exist`])
  return instance
}

const unauthorized = () => new EvolutionError(401, 'Unauthorized', 'Unauthorized')
