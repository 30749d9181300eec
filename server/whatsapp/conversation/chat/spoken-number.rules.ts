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

/** The number that folded words spell: "duzentos e trinta e cinco", "mil e quinhentos". Null: they are none. */
function numberOf(words: readonly string[]): number | null {
  const thousand = words.indexOf('mil')
  if (thousand === -1) return belowThousand(words)
  const before = thousand === 0 ? 1 : belowThousand(words.slice(0, thousand))
  const rest = words.slice(thousand + 1)
  const after = rest.length === 0 ? 0 : belowThousand(rest[0] === 'e' ? rest.slice(1) : rest)
  return before === null || after === null ? null : before * 1_000 + after
}

function belowThousand(words: readonly string[]): number | null {
  let sum: number | null = null
  for (const [at, word] of words.entries()) {
    const own = wordValue(word)
    if (own === null && (word !== 'e' || sum === null || at === words.length - 1)) return null
    if (own === null) continue
    if (sum !== null && !isOneNumber(sum, own)) return null
    sum = (sum ?? 0) + own
  }
  return sum
}

/** An address with the number of its door in digits: "rua goiás quinhentos e dez". One that has digits stays as it is. */
export function withDoorInDigits(address: string): string {
  if (/\d/.test(address)) return address
  const words = address.trim().split(/\s+/)
  const plain = words.map((word) => folded(word).replace(/[.,;!]+$/, ''))
  // "Rua Três" is a name.
  for (let at = 2; at < words.length; at += 1) {
    const number = numberOf(plain.slice(at))
    if (number !== null) return [...words.slice(0, at), String(number)].join(' ')
  }
  return address
}
