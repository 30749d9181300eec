import { v7 as uuidv7 } from 'uuid'
import { dayMs } from '../../contract/shared/durations.ts'
import { localParts } from '../../contract/shared/day.ts'
import type { DemoOrder } from './demo-orders.ts'
import type { DemoStore } from '../demo-stores.ts'
import type { Random } from '../random.ts'

const replyWithin = 5 * dayMs

const comments: Readonly<Record<number, readonly (readonly [comment: string, tag: string])[]>> = {
  5: [
    ['Chegou quente e antes do horário.', 'Rápido'],
    ['Tudo perfeito, como sempre.', 'Comida boa'],
    ['Embalagem caprichada.', 'Embalagem'],
  ],
  4: [
    ['Muito bom, só faltou guardanapo.', 'Embalagem'],
    ['Gostoso, podia vir mais quente.', 'Temperatura'],
  ],
  3: [
    ['Demorou mais do que o prometido.', 'Atraso'],
    ['A porção veio menor desta vez.', 'Quantidade'],
  ],
  2: [
    ['Veio sem o molho que pedi.', 'Item faltando'],
    ['Chegou morno e bem atrasado.', 'Atraso'],
  ],
  1: [
    ['Pedido trocado e ninguém atendeu.', 'Pedido errado'],
    ['Mais de uma hora de espera.', 'Atraso'],
  ],
}

const replies = [
  'Obrigado por contar. Já falamos com a equipe e vamos conferir cada embalagem.',
  'Sentimos pela demora. Reforçamos a cozinha neste horário para não repetir.',
  'Agradecemos a avaliação e esperamos você de novo em breve.',
] as const

/** Reviews of the store's history; those of the last days still wait for a reply. */
export function demoReviews(store: DemoStore, made: readonly DemoOrder[], now: Date, random: Random) {
  return made.flatMap(({ order, review }) => {
    if (!review || review.at > now) return []
    const [comment, tag] = random.pick(
      (comments[review.score] ?? [['', '']]) as [readonly [string, string], ...(readonly [string, string])[]],
    )
    const spoken = random.chance(review.score === 5 ? 0.3 : 0.6)
    const age = now.getTime() - review.at.getTime()
    const takesReply = spoken && review.score < 5
    const replied = takesReply && random.chance(age < replyWithin ? 0.35 : 0.7)
    return [
      {
        store_id: store.id,
        id: uuidv7(),
        source: 'ifood',
        source_review_id: order.external_id,
        order_external_id: order.external_id,
        order_id: order.id,
        merchant_id: store.merchantId,
        business_day: localParts(new Date(Date.parse(order.created_at) - 4 * 3_600_000), store.timezone).day,
        score: review.score,
        comment: spoken ? comment : null,
        tags: spoken ? [tag] : [],
        public: !random.chance(0.08),
        created_at: review.at,
        status: replied ? 'REPLIED' : takesReply && age < replyWithin ? 'NOT_REPLIED' : 'PUBLISHED',
        reply: replied ? random.pick(replies) : null,
        replied_at: replied
          ? new Date(review.at.getTime() + Math.min(age, (2 + random.int(30)) * 3_600_000))
          : null,
        replied_by: replied ? 'Caio Teixeira' : null,
        reply_due:
          takesReply && !replied && age < replyWithin ? new Date(review.at.getTime() + replyWithin) : null,
        updated_at: now,
      },
    ]
  })
}
