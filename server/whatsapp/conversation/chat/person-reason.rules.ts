import type { PersonReason } from '../../../../contract/whatsapp/conversations.ts'
import { plain } from './plain.rules.ts'

type SaidReason = Extract<PersonReason, 'allergy' | 'order' | 'complaint' | 'asked'>

/** Said anywhere in a message, somebody should answer in person; the first that is found is the reason. */
const phrases: readonly (readonly [SaidReason, readonly string[]])[] = [
  [
    'order',
    [
      'cade meu pedido',
      'cade o meu pedido',
      'meu pedido nao chegou',
      'nao chegou',
      'veio errado',
      'veio faltando',
      'faltou',
    ],
  ],
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

/** No rule of ours answers what somebody may eat. */
export const saysAllergy = (text: string): boolean =>
  /\b(?:alergi(?:as?|cos?|cas?)|intoleran(?:cias?|tes?)|celiac[oa]s?|anafila\p{L}*)\b/u.test(plain(text))

export function wantsPerson(text: string): boolean {
  return saysAllergy(text) || phraseIn(text) !== null
}

/** Of what a customer wrote who is handed to a person; a single "atendente" asked for one. */
export const reasonIn = (text: string): SaidReason =>
  saysAllergy(text) ? 'allergy' : (phraseIn(text) ?? 'asked')

function phraseIn(text: string): SaidReason | null {
  const said = ` ${plain(text).replaceAll('\n', ' ')} `
  return phrases.find(([, words]) => words.some((one) => said.includes(` ${one} `)))?.[0] ?? null
}
