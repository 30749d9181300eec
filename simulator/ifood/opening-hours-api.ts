import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rejectUnauthorised } from './access-api.ts'
import { daysOfWeek, problemOfWeek } from './opening-hours.ts'
import type { MerchantMood, Shift } from './records.ts'
import type { World } from './world.ts'

/** The week of a merchant, replaced whole (docs/marketplaces/ifood.md section 2). */
export function openingHoursApi(app: FastifyInstance, world: World): void {
  const guarded = {
    preHandler: (request: FastifyRequest, reply: FastifyReply) => rejectUnauthorised(world, request, reply),
  }
  const path = '/merchant/v1.0/merchants/:merchantId/opening-hours'
  app.get(path, guarded, async (request, reply) => {
    const { merchantId } = request.params as { merchantId: string }
    if (!world.merchants.has(merchantId)) return forbidden(reply)
    return { shifts: world.openingHours.get(merchantId) ?? allDay }
  })
  app.put(path, guarded, async (request, reply) => {
    const { merchantId } = request.params as { merchantId: string }
    if (!world.merchants.has(merchantId)) return forbidden(reply)
    const { shifts } = (request.body ?? {}) as { shifts?: unknown }
    const wrong = problemOfWeek(shifts)
    if (wrong) return reply.code(400).send({ error: { code: 'BadRequest', message: wrong } })
    const written = shifts as readonly Shift[]
    world.weeksWritten.push({ merchantId, shifts: written })
    if (!world.moods.get(merchantId)?.dropsHours) world.openingHours.set(merchantId, written)
    return { shifts: written }
  })
}

/** Control door: what a person does in iFood's own app, and how iFood treats a merchant. */
export function merchantControl(app: FastifyInstance, world: World): void {
  app.get('/_control/opening-hours/:merchantId', (request) => {
    const { merchantId } = request.params as { merchantId: string }
    return {
      shifts: world.openingHours.get(merchantId) ?? null,
      written: world.weeksWritten.filter((one) => one.merchantId === merchantId).length,
    }
  })
  app.put('/_control/opening-hours/:merchantId', (request) => {
    const { merchantId } = request.params as { merchantId: string }
    const shifts = request.body as readonly Shift[]
    world.openingHours.set(merchantId, shifts)
    return { shifts }
  })
  app.put('/_control/interruptions/:merchantId', (request) => {
    const { merchantId } = request.params as { merchantId: string }
    const pause = request.body as { id: string; description: string; start: string; end: string }
    world.interruptions.set(merchantId, [...(world.interruptions.get(merchantId) ?? []), pause])
    return pause
  })
  app.put('/_control/mood/:merchantId', (request) => {
    const { merchantId } = request.params as { merchantId: string }
    world.moods.set(merchantId, request.body as MerchantMood)
    return world.moods.get(merchantId)
  })
  app.get('/_control/presence/:merchantId', (request) => ({
    lastShownAt:
      world.merchants.get((request.params as { merchantId: string }).merchantId)?.lastPolledAt ?? null,
  }))
}

/** Until a week is written. */
const allDay: readonly Shift[] = daysOfWeek.map((dayOfWeek) => ({
  dayOfWeek,
  start: '00:00:00',
  duration: 1_440,
}))

const forbidden = (reply: FastifyReply) =>
  reply.code(403).send({ error: { code: 'Forbidden', message: 'Merchant not granted' } })
