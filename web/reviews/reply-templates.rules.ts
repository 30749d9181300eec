import type { Review } from '../../contract/reviews/reviews.ts'
import { replyLimit } from '../../contract/reviews/reviews.ts'
import { complaintsOf, dishNamed, type Complaint } from './complaints.rules.ts'

export interface ReplyFacts {
  readonly score: number
  readonly comment: string | null
  readonly tags: readonly string[]
  /** Of the order; empty: it is not known. */
  readonly dishes: readonly string[]
  /** Minutes after the promise; null: in time, or nothing was promised. */
  readonly delay: number | null
}

export interface ReplyTemplate {
  readonly label: string
  readonly text: string
}

const sorryFor: Readonly<Record<Complaint, string>> = {
  late: 'pela demora',
  cold: 'pela comida que não chegou quente',
  missing: 'pelo que faltou',
  swapped: 'pelo que veio trocado',
  damaged: 'pelo estado em que o pedido chegou',
  small: 'pela porção menor',
  taste: 'pelo preparo, que não estava como deveria',
  manners: 'pelo atendimento',
}

/** More would not fit a reply. */
const maxCauses = 3

/**
 * Beginnings that a person reads, changes and sends. Replies are public: they answer what the customer complains of, and
 * name a dish only where the customer does.
 */
export function replyTemplates(facts: ReplyFacts): readonly ReplyTemplate[] {
  const { score, delay } = facts
  const dish = dishNamed(facts.comment, facts.dishes)
  const about = dish === null ? 'o seu pedido' : `o seu pedido de ${dish}`
  const thanks: ReplyTemplate = {
    label: 'Agradecer',
    text:
      score >= 4
        ? `Obrigado por contar! Que bom que ${about} agradou. A loja agradece e espera você de novo.`
        : `Obrigado por contar como chegou ${about}. A loja agradece: é assim que a gente melhora.`,
  }
  const sorry: ReplyTemplate = { label: 'Pedir desculpa', text: apology(facts, about) }
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

function apology({ comment, tags }: ReplyFacts, about: string): string {
  const causes = complaintsOf(comment, tags)
    .slice(0, maxCauses)
    .map((one) => sorryFor[one])
  const last = causes.pop()
  if (last === undefined)
    return `Sentimos muito que ${about} não tenha sido como você esperava. Vamos cuidar para acertar na próxima vez.`
  const list = causes.length === 0 ? last : `${causes.join(', ')} e ${last}`
  return `Sentimos muito ${list}. O erro com ${about} foi nosso, e vamos cuidar para não repetir.`
}

/** Whether the review takes a reply at this moment. */
export const takesReply = ({ replyDue, reply, pendingReply }: Review, now: Date): boolean =>
  replyDue !== null && Date.parse(replyDue) > now.getTime() && reply === null && pendingReply === null
