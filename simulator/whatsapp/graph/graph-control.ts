import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { BusinessPhone, Template } from './graph-records.ts'
import type { GraphDeliveries } from './graph-webhooks.ts'
import type { GraphFault, GraphWorld, InboundMessage } from './graph-world.ts'

/** What a customer does on the phone; `text` alone is a message in words. */
export interface CustomerWrites {
  readonly phoneId: string
  readonly from: string
  readonly name?: string
  readonly text?: string
  /** The id of a row or a button of a message that the store sent. */
  readonly choose?: string
  readonly location?: { readonly latitude: number; readonly longitude: number }
  /** A type that carries no words: audio, image, sticker … */
  readonly media?: string
  /** How often it is written, as fast as it goes. */
  readonly times?: number
  /** The platform's id of the message, to deliver one twice. */
  readonly id?: string
}

/** Control API for tests and the demo; the platform has no counterpart. Loopback only, like the whole process. */
export function graphControl(app: FastifyInstance, world: GraphWorld): void {
  app.put('/_control/phones', (request) => {
    const given = request.body as {
      id: string
      wabaId?: string
      displayNumber: string
      verifiedName: string
    }[]
    for (const one of given)
      world.phones.set(one.id, {
        wabaId: `waba-${one.id}`,
        registered: true,
        quality: 'GREEN',
        tier: 'TIER_2K',
        banned: false,
        sentAt: [],
        reachedAt: new Map(),
        ...one,
      })
    return { phones: world.phones.size }
  })
  app.patch('/_control/phones/:id', (request, reply) => {
    const phone = world.phones.get((request.params as { id: string }).id)
    if (!phone) return reply.code(404).send()
    change(world, phone, request.body as Partial<BusinessPhone>)
    return reply.send({ changed: true })
  })
  app.post('/_control/writes', (request, reply) => {
    const given = request.body as CustomerWrites
    const phone = world.phones.get(given.phoneId)
    if (!phone) return reply.code(404).send()
    const who = world.customer(given.from.replaceAll(/\D/g, ''), given.name)
    const message = inboundOf(world, given)
    if (!message) return reply.code(400).send({ message: 'no such choice' })
    const sent = Array.from({ length: given.times ?? 1 }, () => world.receive(phone, who, message).id)
    return reply.send({ ids: sent })
  })
  app.post('/_control/owner-writes', (request, reply) => {
    const { phoneId, to, text } = request.body as { phoneId: string; to: string; text: string }
    const phone = world.phones.get(phoneId)
    if (!phone) return reply.code(404).send()
    return reply.send({ id: world.echo(phone, world.findCustomer(to), text).id })
  })
  app.patch('/_control/customers/:waId', (request) => {
    const { waId } = request.params as { waId: string }
    return Object.assign(world.customer(waId), request.body as object)
  })
  app.put('/_control/templates', (request) => {
    const given = request.body as (Pick<Template, 'wabaId' | 'name' | 'body'> & Partial<Template>)[]
    for (const one of given) {
      const before = world.templates.findIndex(
        ({ wabaId, name }) => wabaId === one.wabaId && name === one.name,
      )
      if (before >= 0) world.templates.splice(before, 1)
      world.templates.push({
        id: String(world.templates.length + 1),
        language: 'pt_BR',
        category: 'UTILITY',
        status: 'APPROVED',
        reason: null,
        ...one,
      })
    }
    return { templates: world.templates.length }
  })
  app.post('/_control/templates/:name/:status', (request, reply) => {
    const { name, status } = request.params as { name: string; status: Template['status'] }
    const { reason = null } = (request.body ?? {}) as { reason?: string }
    const template = world.templates.find((one) => one.name === name)
    const phone = [...world.phones.values()].find(({ wabaId }) => wabaId === template?.wabaId)
    if (!template || !phone) return reply.code(404).send()
    Object.assign(template, { status, reason })
    world.webhooks.emit(phone.wabaId, {
      field: 'message_template_status_update',
      value: {
        event: status,
        message_template_id: Number(template.id),
        message_template_name: template.name,
        message_template_language: template.language,
        reason: reason ?? 'NONE',
      },
    })
    return reply.send({ status })
  })
  app.post('/_control/signup-codes', () => {
    const code = randomBytes(12).toString('hex')
    world.signupCodes.add(code)
    return { code }
  })
  app.delete('/_control/tokens', () => {
    world.tokens.clear()
    return { ended: true }
  })
  app.put('/_control/deliveries', (request) => {
    const { url, ...changes } = request.body as Partial<GraphDeliveries> & { url?: string | null }
    if (url !== undefined) world.webhooks.url = url
    world.webhooks.setDeliveries(changes)
    return world.webhooks.deliveries
  })
  app.post('/_control/verify', async (request) => {
    const { url, verifyToken = world.env.verifyToken } = request.body as { url: string; verifyToken?: string }
    const verified = await world.webhooks.verifies(url, verifyToken)
    if (verified) world.webhooks.url = url
    return { verified }
  })
  app.put('/_control/faults', (request) => {
    const {
      code,
      forMs,
      phoneId = null,
    } = request.body as {
      code: GraphFault['code']
      forMs: number
      phoneId?: string
    }
    world.fault = { code, until: world.now() + forMs, phoneId }
    return { code }
  })
  app.put('/_control/habits', (request) => {
    const { refusesBy, readsAfterMs } = request.body as Partial<
      Pick<GraphWorld, 'refusesBy' | 'readsAfterMs'>
    >
    if (refusesBy) world.refusesBy = refusesBy
    if (readsAfterMs !== undefined) world.readsAfterMs = readsAfterMs
    return { refusesBy: world.refusesBy, readsAfterMs: world.readsAfterMs }
  })
  app.put('/_control/clock', (request) => {
    world.clockAheadMs += (request.body as { advanceMs: number }).advanceMs
    return { now: new Date(world.now()).toISOString() }
  })
  app.get('/_control/threads/:phoneId/:waId', (request) => {
    const { phoneId, waId } = request.params as { phoneId: string; waId: string }
    return world.thread(phoneId, waId)
  })
  app.get('/_control/log', () => ({
    messages: world.bubbles,
    charges: world.charges,
    webhooks: { delivered: world.webhooks.delivered, refusals: world.webhooks.refusals },
    subscribed: [...world.subscribed],
  }))
  app.get('/_control/counts', () => ({
    taken: world.taken.size,
    takenTwice: [...world.taken.values()].filter((times) => times > 1).length,
  }))
  app.delete('/_control', () => {
    world.reset()
    return { reset: true }
  })
}

/** Its sender receives a worse rating, another limit or a ban. */
function change(world: GraphWorld, phone: BusinessPhone, changes: Partial<BusinessPhone>): void {
  const worse = changes.quality !== undefined && changes.quality !== phone.quality
  const limited = changes.tier !== undefined && changes.tier !== phone.tier
  Object.assign(phone, changes)
  const digits = phone.displayNumber.replaceAll(/\D/g, '')
  if (worse || limited)
    world.webhooks.emit(phone.wabaId, {
      field: 'phone_number_quality_update',
      value: {
        display_phone_number: digits,
        event: phone.quality === 'GREEN' ? 'UNFLAGGED' : 'FLAGGED',
        current_limit: phone.tier,
      },
    })
  if (changes.banned)
    world.webhooks.emit(phone.wabaId, {
      field: 'account_update',
      value: {
        phone_number: digits,
        event: 'DISABLED_UPDATE',
        ban_info: { waba_ban_state: 'DISABLE', waba_ban_date: new Date(world.now()).toDateString() },
      },
    })
}

export function inboundOf(world: GraphWorld, given: CustomerWrites): InboundMessage | null {
  const { id } = given
  if (given.location)
    return {
      id,
      type: 'location',
      text: `${given.location.latitude}, ${given.location.longitude}`,
      content: { location: given.location },
    }
  if (given.media) {
    const content = { [given.media]: { id: '1', mime_type: 'application/octet-stream', sha256: '' } }
    return { id, type: given.media, text: `[${given.media}]`, content }
  }
  if (given.choose !== undefined) {
    const asked = world
      .thread(given.phoneId, given.from.replaceAll(/\D/g, ''))
      .findLast(({ choices }) => choices?.rows.some((row) => row.id === given.choose))
    const row = asked?.choices?.rows.find((one) => one.id === given.choose)
    if (!asked || !row) return null
    const reply = { id: row.id, title: row.title }
    const interactive =
      asked.choices?.button === null
        ? { type: 'button_reply', button_reply: reply }
        : { type: 'list_reply', list_reply: { ...reply, description: row.description ?? undefined } }
    return { id, type: 'interactive', text: row.title, content: { context: { id: asked.id }, interactive } }
  }
  const text = given.text ?? ''
  return { id, type: 'text', text, content: { text: { body: text } } }
}
