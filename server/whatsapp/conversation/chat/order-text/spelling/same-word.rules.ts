import { soundOf } from './same-sound.rules.ts'
import { basesOf } from './word-bases.rules.ts'

/** One form of each word that customers and menus write in several ways. */
export function wordKey(text: string): string {
  const known = keys.get(text)
  if (known !== undefined) return known
  const single = singular(text)
  const key = synonyms.get(text) ?? synonyms.get(single) ?? single
  if (keys.size >= maxKeys) keys.clear()
  keys.set(text, key)
  return key
}

/** Each word of a message is held against each word of the menu. */
const keys = new Map<string, string>()
const maxKeys = 10_000

const synonyms = new Map(
  (
    'refri:refrigerante mucarela:mussarela muzzarela:mussarela mozarela:mussarela muzarela:mussarela ' +
    'mozzarella:mussarela mussarella:mussarela esfirra:esfiha esfira:esfiha sfiha:esfiha quibe:kibe ' +
    'estrogonofe:strogonoff strogonofe:strogonoff estrogonoff:strogonoff marmita:marmitex quentinha:marmitex ' +
    'latinha:lata batatinha:batata breja:cerveja ceva:cerveja brotinho:broto cafezinho:cafe cocacola:coca ' +
    'pequeno:p pequena:p media:m medio:m grande:g margherita:marguerita margarita:marguerita xis:x ' +
    'catupiri:catupiry burguer:burger xburguer:xburger xhamburguer:xburger hamburger:hamburguer chopps:chopp chope:chopp xope:chopp xopp:chopp grandao:g grandona:g yaki:yakisoba veg:vegetariano veggie:vegetariano combinado:combo shake:milkshake caipi:caipirinha asai:acai acais:acai assai:acai paezinho:paozinho'
  )
    .split(' ')
    .map((pair): [string, string] => {
      const [from = '', to = ''] = pair.split(':')
      return [from, to]
    }),
)

function singular(text: string): string {
  if (text.length < 4 || !text.endsWith('s') || text.endsWith('ss')) return text
  if (/(?:oes|aes)$/.test(text)) return `${text.slice(0, -3)}ao`
  if (/[ae]is$/.test(text)) return `${text.slice(0, -2)}l`
  if (text.endsWith('eses')) return text.slice(0, -3)
  if (text.endsWith('ns')) return `${text.slice(0, -2)}m`
  return text.slice(0, -1)
}

export type Likeness = 'same' | 'near' | null

/**
 * Whether a written word means a word of the menu. `near`: with a slip of the finger, without the "x" of "x-salada", or
 * with the measure in part ("500" for "500ml").
 */
export function likeness(written: string, menu: string): Likeness {
  const [own, its] = [wordKey(written), wordKey(menu)]
  if (own === its) return 'same'
  if (/^\d{3}$/.test(own) && its === `${own}ml`) return 'same'
  // "x-frango" is no "frango".
  if (own === `x${its}`) return null
  return its === `x${own}` ||
    isSlip(own, its) ||
    isWithoutVowels(own, its) ||
    // "sucu" as it is spoken.
    (own.length > 3 && own.replace(/u$/, 'o') === its) ||
    soundOf(own) === soundOf(its) ||
    basesOf(own).some((base) => wordKey(base) === its)
    ? 'near'
    : null
}

/** "lta" for "lata": a word that nobody could say, with all the consonants. */
function isWithoutVowels(own: string, its: string): boolean {
  if (own.length < 3 || own.length >= its.length || !/^[^aeiou\d]{2}/.test(own) || onsets.test(own))
    return false
  const consonants = (text: string) => text.replaceAll(/[aeiou]/g, '')
  return consonants(own) === consonants(its) && own.at(-1) === its.at(-1)
}
/** How words of Portuguese begin with two consonants. */
const onsets = /^(?:[cln]h|[bcdfgptv][rl]|[ps][snt]|gn|x)/

/** Below this, one letter makes another word too often. */
const minSlipLetters = 5
/** From this on, any one letter may be another. */
const minAnyLetters = 6
/** Letters that sound alike, so that a word with the one stands for that with the other. */
const alike = new Set('sz sc cs zs sx xs iy yi ei ie uo ou ck kc ly mn nm gj jg vw wv lu ul'.split(' '))

function isSlip(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < minSlipLetters || a[0] !== b[0] || /\d/.test(a + b)) return false
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < Math.min(a.length, b.length) && a[at] === b[at]) at += 1
  const [restA, restB] = [a.slice(at), b.slice(at)]
  if (a.length !== b.length) return a.length > b.length ? restA.slice(1) === restB : restB.slice(1) === restA
  if (restA.slice(1) === restB.slice(1))
    return a.length >= minAnyLetters || alike.has(`${restA[0]}${restB[0]}`)
  // Two letters in the wrong order.
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
}
