import { channelTable } from '../../contract/shared/channel-table.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isInterrupted } from './interruptions.ts'
import { rejectUnauthorised } from './access-api.ts'
import { isWithinHours } from './opening-hours.ts'
import type { Merchant } from './records.ts'
import type { World } from './world.ts'

/** A merchant counts as offline if nobody polls for it for this long. */
const onlineForMs = channelTable.ifood.rules.offlineAfterSeconds * 1_000

/** Whether a merchant sells, and which validations speak against it (docs/marketplaces/ifood.md section 2). */
export function statusApi(app: FastifyInstance, world: World): void {
  const guarded = {
    preHandler: (request: FastifyRequest, reply: FastifyReply) => rejectUnauthorised(world, request, reply),
  }
  app.get('/merchant/v1.0/merchants/:id/status', guarded, async (request, reply) => {
    const merchant = world.merchants.get((request.params as { id: string }).id)
    return merchant ? [operationOf(world, merchant)] : reply.code(404).send()
  })
}

interface Validation {
  readonly id: string
  readonly code: string
  readonly state: 'OK' | 'WARNING' | 'CLOSED' | 'ERROR'
  readonly message: { readonly title: string }
}

function operationOf(world: World, merchant: Merchant) {
  const mood = world.moods.get(merchant.id) ?? {}
  const validations = mood.sellsAnyway ? [valid('is-connected', 'OK')] : validationsOf(world, merchant)
  const worst = worstOf(validations)
  return {
    operation: 'DELIVERY',
    salesChannel: 'ifood-app',
    available: worst === 'OK' || worst === 'WARNING',
    state: worst,
    reopenable: mood.reopenable === undefined ? null : { reopenable: mood.reopenable },
    validations,
    message: {
      title:
        worst === 'OK'
          ? 'Loja aberta'
          : (validations.find(({ state }) => state === worst)?.message.title ?? ''),
    },
  }
}

/** The first two are always listed, the others only when they fail. */
function validationsOf(world: World, merchant: Merchant): readonly Validation[] {
  const online = merchant.lastPolledAt !== null && world.now() - merchant.lastPolledAt < onlineForMs
  const { problem } = world.moods.get(merchant.id) ?? {}
  return [
    valid('is-connected', online ? 'OK' : 'ERROR'),
    valid('opening-hours', isWithinHours(world, merchant) ? 'OK' : 'CLOSED'),
    ...(isInterrupted(world, merchant) ? [valid('unavailabilities', 'CLOSED')] : []),
    ...(problem ? [valid(problem, problem === 'radius-restriction' ? 'WARNING' : 'ERROR')] : []),
  ]
}

const titles: Readonly<Record<string, string>> = {
  'is-connected': 'Loja sem conexão com o sistema',
  'opening-hours': 'Fora do horário de funcionamento',
  unavailabilities: 'Loja em pausa programada',
  'radius-restriction': 'Área de entrega reduzida',
  'payout-blocked': 'Repasse bloqueado',
  'logistics-blocked': 'Sem entregadores na região',
  'terms-service-violation': 'Violação dos termos de uso',
  'status-availability': 'Loja indisponível',
}

const valid = (id: string, state: Validation['state']): Validation => ({
  id,
  code: `${id.replaceAll('-', '.')}.config`,
  state,
  message: { title: titles[id] ?? id },
})

/** An error weighs more than an expected closure. */
const worstOf = (validations: readonly Validation[]): Validation['state'] =>
  (['ERROR', 'CLOSED', 'WARNING'] as const).find((worst) =>
    validations.some(({ state }) => state === worst),
  ) ?? 'OK'
