import type { PersonReason } from '../../../../contract/whatsapp/conversations.ts'
import { plain } from './plain.rules.ts'

type StatedReason = Extract<PersonReason, 'allergy' | 'order' | 'complaint' | 'asked'>

/** Phrases that call for a person, anywhere in a message. The first match is the reason. */
const phrases: readonly (readonly [StatedReason, readonly string[]])[] = [
  ['order', ['meu pedido nao chegou', 'nao chegou', 'veio errado', 'veio faltando', 'faltou']],
  [
    'complaint',
    [
      'procon',
      'reclamacao',
      'reclamar',
      'absurdo',
      'pessimo',
      'pessima',
      'palhacada',
      'vergonha',
      'quero meu dinheiro',
    ],
  ],
  [
    'asked',
    ['falar com o gerente', 'falar com um atendente', 'falar com uma atendente', 'falar com uma pessoa'],
  ],
]

/** Whether a message mentions an allergy. Only a person may answer such a question. */
export const mentionsAllergy = (text: string): boolean =>
  /\b(?:alergi(?:as?|cos?|cas?)|intoleran(?:cias?|tes?)|celiac[oa]s?|anafila\p{L}*)\b/u.test(plain(text))

export function wantsPerson(text: string): boolean {
  return mentionsAllergy(text) || phraseIn(text) !== null
}

/** Why the customer should be handed to a person. `asked`: nothing but the request for one, such as "atendente". */
export const reasonIn = (text: string): StatedReason =>
  mentionsAllergy(text) ? 'allergy' : (phraseIn(text) ?? 'asked')

function phraseIn(text: string): StatedReason | null {
  const message = ` ${plain(text).replaceAll('\n', ' ')} `
  return phrases.find(([, texts]) => texts.some((phrase) => message.includes(` ${phrase} `)))?.[0] ?? null
}
