import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { closeReasons, EvolutionBubble, Instance } from './evolution-records.ts'
import type { EvolutionDeliveries, EvolutionWorld } from './evolution-world.ts'

/** What a customer does on the phone. */
export interface CustomerWritesToLine {
  readonly instance: string
  readonly from: string
  readonly name?: string
  readonly text?: string
  readonly choose?: string
  readonly location?: { readonly latitude: number; readonly longitude: number }
  readonly media?: string
  readonly times?: number
  readonly id?: string
}

/** Control API for tests and the demo; the gateway has no counterpart. Loopback only, like the whole process. */
export function evolutionControl(app: FastifyInstance, world: EvolutionWorld): void {
  /** The owner scans the code or types it on the phone. */
  app.post('/_control/instances/:name/scan', (request, reply) =>
    withInstance(world, request, reply, (instance) => {
      const { number = instance.number ?? '5511933334444' } = (request.body ?? {}) as { number?: string }
      return { open: world.scan(instance, number) }
    }),
  )
  /** The line ends: lost, loggedOut, banned, timedOut. */
  app.post('/_control/instances/:name/close', (request, reply) =>
    withInstance(world, request, reply, (instance) => {
      const { reason = 'lost' } = (request.body ?? {}) as { reason?: keyof typeof closeReasons }
      world.close(instance, reason)
      return { state: instance.state }
    }),
  )
  /** A lost line comes back on its own. */
  app.post('/_control/instances/:name/reopen', (request, reply) =>
    withInstance(world, request, reply, (instance) => {
      world.move(instance, 'connecting', null)
      world.move(instance, 'open', 200)
      return { state: instance.state }
    }),
  )
  /** It stays `connecting` for ever. */
  app.put('/_control/instances/:name/stuck', (request, reply) =>
    withInstance(world, request, reply, (instance) => {
      instance.stuck = (request.body as { stuck: boolean }).stuck
      if (instance.stuck) {
        world.stopCodes(instance)
        world.move(instance, 'connecting', null)
      }
      return { stuck: instance.stuck }
    }),
  )
  app.post('/_control/writes', (request, reply) => {
    const given = request.body as CustomerWritesToLine
    const instance = world.instances.get(given.instance)
    if (instance?.state !== 'open') return reply.code(404).send()
    const ids = Array.from({ length: given.times ?? 1 }, () => writeTo(world, instance, given)?.id)
    return reply.code(ids.includes(undefined) ? 400 : 200).send({ ids })
  })
  app.post('/_control/owner-writes', (request, reply) => {
    const { instance: name, to, text } = request.body as { instance: string; to: string; text: string }
    const instance = world.instances.get(name)
    if (instance?.state !== 'open') return reply.code(404).send()
    return reply.send({ id: ownerWrites(world, instance, { to, text }).id })
  })
  app.post('/_control/reads', (request) => {
    const { instance: name, number } = request.body as { instance: string; number: string }
    const instance = world.instances.get(name)
    const own = world.thread(name, number).filter(({ by, status }) => by === 'store' && status !== 'READ')
    for (const bubble of own) if (instance) world.acknowledge(instance, bubble, 'READ')
    return { read: own.length }
  })
  app.put('/_control/strangers', (request) => {
    for (const number of request.body as string[]) world.strangers.add(number)
    return { strangers: world.strangers.size }
  })
  app.put('/_control/keeps', (request) => {
    world.keeps = (request.body as { keeps: boolean }).keeps
    return { keeps: world.keeps }
  })
  app.put('/_control/deliveries', (request) => {
    world.setDeliveries(request.body as Partial<EvolutionDeliveries>)
    return world.deliveries
  })
  app.get('/_control/threads/:instance/:number', (request) => {
    const { instance, number } = request.params as { instance: string; number: string }
    return world.thread(instance, number)
  })
  app.get('/_control/log', () => ({
    messages: world.bubbles,
    refusals: world.refusals,
    connects: world.connects,
    instances: [...world.instances.values()].map(({ name, state, qr }) => ({
      name,
      state,
      codes: qr?.count ?? 0,
    })),
  }))
  app.delete('/_control', () => {
    world.reset()
    return { reset: true }
  })
}

/** Null: nothing to choose like that. */
export function writeTo(
  world: EvolutionWorld,
  instance: Instance,
  given: Omit<CustomerWritesToLine, 'instance' | 'times'>,
): EvolutionBubble | null {
  const number = given.from.replaceAll(/\D/g, '')
  const plain = { number, by: 'customer' as const, name: given.name ?? null, id: given.id }
  if (given.location) {
    const { latitude, longitude } = given.location
    const message = { locationMessage: { degreesLatitude: latitude, degreesLongitude: longitude } }
    return world.receive(instance, {
      ...plain,
      text: `${latitude}, ${longitude}`,
      messageType: 'locationMessage',
      message,
    })
  }
  if (given.media) {
    const messageType = `${given.media}Message`
    return world.receive(instance, {
      ...plain,
      text: `[${given.media}]`,
      messageType,
      message: { [messageType]: {} },
    })
  }
  if (given.choose !== undefined) {
    const row = world
      .thread(instance.name, number)
      .flatMap(({ rows }) => rows)
      .findLast(({ id }) => id === given.choose)
    if (!row) return null
    return world.receive(instance, {
      ...plain,
      text: row.title,
      messageType: 'listResponseMessage',
      message: {
        listResponseMessage: { title: row.title, listType: 1, singleSelectReply: { selectedRowId: row.id } },
      },
    })
  }
  const text = given.text ?? ''
  return world.receive(instance, {
    ...plain,
    text,
    messageType: 'conversation',
    message: { conversation: text },
  })
}

export const ownerWrites = (
  world: EvolutionWorld,
  instance: Instance,
  { to, text }: { readonly to: string; readonly text: string },
): EvolutionBubble =>
  world.receive(instance, {
    number: to.replaceAll(/\D/g, ''),
    by: 'owner',
    text,
    name: null,
    messageType: 'conversation',
    message: { conversation: text },
  })

function withInstance(
  world: EvolutionWorld,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (instance: Instance) => object,
): FastifyReply {
  const instance = world.instances.get((request.params as { name: string }).name)
  return instance ? reply.send(work(instance)) : reply.code(404).send({})
}
