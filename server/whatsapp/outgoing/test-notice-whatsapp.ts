import { v7 as uuidv7 } from 'uuid'
import type { NoticeLine, testNoticeWhatsapp as testRoute } from '../../../contract/notifications/choices.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { asUser, withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { linesFor, queueNotice } from './staff-notice.ts'

const livesMs = 5 * 60_000

/** By the queue of every message: one that waits for a line that has just dropped expires. */
export async function testNoticeWhatsapp(call: Call<typeof testRoute>): Promise<Reply<typeof testRoute>> {
  const { deps, caller, storeId, now } = call
  const user = await asUser(deps.directory, caller.uid, (tx) =>
    tx
      .selectFrom('users')
      .select(['phone_number', 'phone_verified_at'])
      .where('uid', '=', caller.uid)
      .executeTakeFirst(),
  )
  const phone = user?.phone_verified_at ? user.phone_number : null
  if (!phone) throw new AppError('notifications/no-phone')
  const answer = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const [line] = await linesFor(tx, [storeId], phone, now)
    if (!line) throw new AppError('store/not-found')
    // Only a choice asks for it otherwise, and a person tests before choosing.
    if (line.state === 'template')
      await enqueue(tx, 'notice-template', {}, { storeId, lane: storeId, dueAt: now, key: storeId })
    if (line.state !== 'ready') return line.state
    const notice = {
      store: line.store,
      words: 'Teste pedido no painel. Os avisos chegam a este celular.',
      event: 'test',
      key: uuidv7(),
      livesMs,
    }
    return (await queueNotice(tx, { storeId, phone }, notice, now)) ?? 'line-down'
  })
  if (answer === 'recent') throw new AppError('notifications/just-tested')
  if (answer !== 'queued') throw new AppError('notifications/line-not-ready', { message: reasons[answer] })
  return { sentTo: phone }
}

const reasons: Readonly<Record<Exclude<NoticeLine['state'], 'ready'>, string>> = {
  'no-line': 'Esta loja não tem linha de WhatsApp. Um gerente conecta em Ajustes, WhatsApp.',
  'line-down': 'A linha desta loja está fora do ar agora. Veja a causa em Ajustes, WhatsApp.',
  template:
    'A Meta ainda não aprovou o texto dos avisos desta loja. O pedido está com ela; teste mais tarde.',
  stopped: 'Você respondeu PARAR a esta linha. Mande VOLTAR para ela e teste de novo.',
  cap: 'O limite do mês desta loja foi atingido: até o mês virar, nenhum aviso sai por WhatsApp.',
}
