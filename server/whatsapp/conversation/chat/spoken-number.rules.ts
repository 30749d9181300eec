import { folded } from '../../../../contract/shared/folded.ts'

const values = (words: string, step: number, first = step) =>
  words.split(' ').map((word, at): readonly [string, number] => [word, first + at * step])

const ones = new Map([
  ...values('um dois tres quatro cinco seis sete oito nove', 1),
  ['uma', 1] as const,
  ['duas', 2] as const,
])
const teens = new Map([
  ...values('dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove', 1, 10),
  ['catorze', 14] as const,
])
const tens = new Map(values('vinte trinta quarenta cinquenta sessenta setenta oitenta noventa', 10, 20))
const hundreds = new Map([
  ...values(
    'cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos',
    100,
  ),
  ['cem', 100] as const,
])

/** The number below a thousand that a folded word stands for: "setecentos" is 700. Null: it is no number. */
export const wordValue = (word: string): number | null =>
  ones.get(word) ?? teens.get(word) ?? tens.get(word) ?? hundreds.get(word) ?? null

/** Whether "vinte" and "três" are one number: the second is smaller than the step of the first. */
export const isOneNumber = (first: number, second: number): boolean =>
  second > 0 && ((first % 100 === 0 && second < 100) || (first >= 20 && first % 10 === 0 && second < 10))

/** An address with the number of its door in digits: "rua goiás quinhentos e dez". One that has digits stays as it is. */
export function withDoorInDigits(address: string): string {
  if (/\d/.test(address)) return address
  const words = address.trim().split(/\s+/)
  const end = words.length
  let value: number | null = null
  let start = end
  for (let at = end - 1; at > 0; at -= 1) {
    const word = folded(words[at] ?? '').replace(/[.,;!]+$/, '')
    const own = wordValue(word)
    if (own === null && (word !== 'e' || value === null)) break
    if (own === null) continue
    if (value !== null && !isOneNumber(own, value)) break
    value = (value ?? 0) + own
    start = at
  }
  // "Rua Três" is a name.
  if (value === null || start < 2) return address
  return [...words.slice(0, start), String(value)].join(' ')
}
