import type { Review } from '../../contract/reviews/reviews.ts'
import { replyLimit } from '../../contract/reviews/reviews.ts'

export interface ReplyFacts {
  readonly score: number
  /** The order's first dish; null: the order is not known. */
  readonly dish: string | null
  /** Minutes after the promise; null: in time, or nothing was promised. */
  readonly delay: number | null
}

export interface ReplyTemplate {
  readonly label: string
  readonly text: string
}

/** Beginnings that a person reads, changes and sends: whole sentences with the dish and the delay of this order. */
export function replyTemplates({ score, dish, delay }: ReplyFacts): readonly ReplyTemplate[] {
  const about = dish === null ? 'o pedido' : `o seu pedido de ${dish}`
  const thanks: ReplyTemplate = {
    label: 'Agradecer',
    text:
      score >= 4
        ? `Obrigado por contar! Que bom que ${about} agradou. A loja agradece e espera você de novo.`
        : `Obrigado por contar como chegou ${about}. A loja agradece: é assim que a gente melhora.`,
  }
  const sorry: ReplyTemplate = {
    label: 'Pedir desculpa',
    text: `Sentimos muito por isso. O erro com ${about} foi nosso, e vamos cuidar para não repetir.`,
  }
  const late: readonly ReplyTemplate[] =
    delay === null
      ? []
      : [
          {
            label: 'Explicar o atraso',
            text: `Sentimos pela demora: ${about} chegou ${delay}\u00a0min depois do prometido. A espera não foi culpa sua.`,
          },
        ]
  const all = score >= 4 ? [thanks, sorry, ...late] : [sorry, ...late, thanks]
  return all.map(({ label, text }) => ({ label, text: text.slice(0, replyLimit) }))
}

/** Whether the review takes a reply at this moment. */
export const takesReply = ({ replyDue, reply, pendingReply }: Review, now: Date): boolean =>
  replyDue !== null && Date.parse(replyDue) > now.getTime() && reply === null && pendingReply === null
