import type { answerDispute as answerDisputeRoute, Dispute } from '../../../contract/orders/disputes.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { requireFacet, type DisputeAnswer } from '../../marketplaces/marketplace.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { recordEvent } from '../moves/record-event.ts'
import { oneDispute } from './disputes.reads.ts'

type AnswerCall = Call<typeof answerDisputeRoute>

/** Requests one answer to a dispute from the marketplace; the marketplace's event reports the outcome. */
export async function answerDispute(call: AnswerCall): Promise<Reply<typeof answerDisputeRoute>> {
  const { deps, caller, storeId, params, now } = call
  const dispute = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await tx
      .selectFrom('disputes')
      .select(['state', 'expires_at', 'order_id', 'source'])
      .where('store_id', '=', storeId)
      .where('id', '=', params.disputeId)
      .forUpdate()
      .executeTakeFirst()
    const known = row && (await oneDispute(tx, storeId, params.disputeId))
    if (!row || !known) throw new AppError('dispute/not-found')
    requireDisputes(deps, row.source)
    if (row.state === 'answering') throw new AppError('dispute/answer-pending')
    if (row.state !== 'open' || (row.expires_at && row.expires_at <= now))
      throw new AppError('dispute/closed')
    const answer = answerOf(call, known)
    await tx
      .updateTable('disputes')
      .set({
        state: 'answering',
        answer: JSON.stringify(answer),
        answered_by: caller.name,
        answered_at: now,
        refusal: null,
      })
      .where('store_id', '=', storeId)
      .where('id', '=', params.disputeId)
      .execute()
    await recordEvent(tx, storeId, row.order_id, {
      source: 'balcao',
      type: 'DISPUTE_ANSWERED',
      at: now,
      actor: { uid: caller.uid, name: caller.name },
      data: { ...answer },
    })
    await enqueue(
      tx,
      'dispute-answer',
      { disputeId: params.disputeId },
      { storeId, lane: row.order_id, dueAt: now },
    )
    publishStoreEvent(tx, storeId, 'disputes', now)
    return oneDispute(tx, storeId, params.disputeId)
  })
  if (!dispute) throw new AppError('dispute/not-found')
  return dispute
}

/** Nothing is sent where the marketplace takes no answers. dispute/not-offered */
function requireDisputes({ marketplaces }: Deps, platform: string): void {
  if (marketplaces.of(platform).disputes) return
  const app = `pelo aplicativo ${withChannel('de', platform)}`
  throw new AppError('dispute/not-offered', {
    message: `${withChannel('O', platform)} não recebe respostas por aqui. Responda ${app}.`,
  })
}

/** Only the answers that the marketplace offers are allowed. */
function answerOf({ body }: AnswerCall, dispute: Dispute): DisputeAnswer {
  if (body.answer === 'reject') return { answer: 'reject', reason: body.reason }
  if (body.answer === 'accept') {
    if (dispute.acceptReasons.length > 0 && !dispute.acceptReasons.includes(body.reason ?? ''))
      throw refused('reason', 'Escolha um dos motivos da lista.')
    return { answer: 'accept', ...(body.reason ? { reason: body.reason } : {}) }
  }
  const offer = dispute.alternatives.find((one) => one.id === body.alternativeId)
  if (!offer) throw refused('alternativeId', 'Esta alternativa não foi oferecida.')
  if (offer.type === 'ADDITIONAL_TIME') {
    if (body.minutes === undefined || !offer.minutes.includes(body.minutes))
      throw refused('minutes', 'Escolha um dos prazos oferecidos.')
    return { answer: 'alternative', alternativeId: offer.id, type: offer.type, minutes: body.minutes }
  }
  const most = Math.min(offer.mostCents ?? 0, dispute.askedCents)
  if (body.cents === undefined || body.cents > most)
    throw refused('cents', 'Informe um valor até o que o cliente pediu.')
  const like = offer.mostText === undefined ? {} : { mostText: offer.mostText }
  return { answer: 'alternative', alternativeId: offer.id, type: offer.type, cents: body.cents, ...like }
}

const refused = (path: string, message: string) =>
  new AppError('validation/refused', { details: [{ path, message }] })

/**
 * Sends a pending answer, outside any transaction. If it is rejected, the dispute is open for another
 * answer until its deadline.
 */
export async function sendDisputeAnswer(deps: Deps, storeId: string, disputeId: string): Promise<void> {
  const row = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('disputes')
      .select(['source', 'partner_id', 'state', 'answer'])
      .where('store_id', '=', storeId)
      .where('id', '=', disputeId)
      .executeTakeFirst(),
  )
  // Settled in the meantime, by an event or another device.
  if (row?.state !== 'answering' || row.answer === null) return
  try {
    const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform: row.source })
    const disputes = requireFacet(marketplace, 'disputes')
    await disputes.answer(row.partner_id, row.answer as unknown as DisputeAnswer)
  } catch (error) {
    if (!(error instanceof MarketplaceError) || error.temporary) throw error
    const refusal =
      error.kind === 'not-offered'
        ? error.words
        : `${withChannel('O', row.source)} não aceitou esta resposta.`
    await noteDisputeRefused(deps, storeId, disputeId, refusal)
  }
}

/** Without a refusal of the marketplace: it didn't answer. */
export async function noteDisputeRefused(
  deps: Deps,
  storeId: string,
  disputeId: string,
  refusal: string | null = null,
): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await tx
      .selectFrom('disputes')
      .select('source')
      .where('store_id', '=', storeId)
      .where('id', '=', disputeId)
      .executeTakeFirst()
    if (!row) return
    const silent = `${withChannel('O', row.source)} não respondeu. Tente de novo em instantes.`
    const changed = await tx
      .updateTable('disputes')
      .set({
        state: 'open',
        answer: null,
        answered_by: null,
        answered_at: null,
        refusal: refusal ?? silent,
      })
      .where('store_id', '=', storeId)
      .where('id', '=', disputeId)
      .where('state', '=', 'answering')
      .returning('id')
      .executeTakeFirst()
    if (changed) publishStoreEvent(tx, storeId, 'disputes', now)
  })
}
