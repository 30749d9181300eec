import type { Merchant } from './records.ts'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { interruptionsOf, localNow } from './interruptions.ts'
import { rejectUnauthorised } from './access-api.ts'
import type { World } from './world.ts'

const maxDays = 7
const dayMs = 86_400_000
const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?$/

/** iFood's interruptions of a merchant, as published (docs/marketplaces/ifood.md section 2). */
export function interruptionsApi(app: FastifyInstance, world: World): void {
  const guarded = {
    preHandler: (request: FastifyRequest, reply: FastifyReply) => rejectUnauthorised(world, request, reply),
  }
  const path = '/merchant/v1.0/merchants/:merchantId/interruptions'

  app.get(path, guarded, async (request, reply) => {
    const merchant = merchantOf(world, request)
    return merchant ? interruptionsOf(world, merchant) : forbidden(reply)
  })
  app.post(path, guarded, async (request, reply) => {
    const merchant = merchantOf(world, request)
    if (!merchant) return forbidden(reply)
    const { description, start, end } = (request.body ?? {}) as Record<string, unknown>
    const wrong = problemOf(world, merchant, { description, start, end })
    if (wrong) return reply.code(400).send({ error: { code: 'BadRequest', message: wrong } })
    const made = {
      id: randomUUID(),
      description: String(description),
      start: String(start),
      end: String(end),
    }
    world.interruptions.set(merchant.id, [...interruptionsOf(world, merchant), made])
    return reply.code(201).send(made)
  })
  app.delete(`${path}/:interruptionId`, guarded, async (request, reply) => {
    const merchant = merchantOf(world, request)
    if (!merchant) return forbidden(reply)
    const { interruptionId } = request.params as { interruptionId: string }
    const before = interruptionsOf(world, merchant)
    const left = before.filter((one) => one.id !== interruptionId)
    if (left.length === before.length)
      return reply.code(404).send({ error: { code: 'NotFound', message: 'Interruption not found' } })
    world.interruptions.set(merchant.id, left)
    return reply.code(204).send()
  })
}

function problemOf(
  world: World,
  merchant: Merchant,
  { description, start, end }: Readonly<Record<string, unknown>>,
): string | null {
  if (typeof description !== 'string' || description.trim() === '') return 'description is required'
  if (typeof start !== 'string' || !localTime.test(start)) return 'start is invalid'
  if (typeof end !== 'string' || !localTime.test(end)) return 'end is invalid'
  const length = Date.parse(`${end}Z`) - Date.parse(`${start}Z`)
  if (Number.isNaN(length) || length <= 0) return 'end must be after start'
  if (length > maxDays * dayMs) return 'an interruption lasts at most 7 days'
  if (end <= localNow(world, merchant)) return 'end is in the past'
  return null
}

const merchantOf = (world: World, request: FastifyRequest): Merchant | undefined =>
  world.merchants.get((request.params as { merchantId: string }).merchantId)

const forbidden = (reply: FastifyReply) =>
  reply.code(403).send({ error: { code: 'Forbidden', message: 'Merchant not granted' } })
