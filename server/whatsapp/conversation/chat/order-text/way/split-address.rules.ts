import { startsWithSector, startsWithStreet } from '../../../../../../contract/delivery/address-words.ts'
import { withDoorInDigits } from '../../spoken-number.rules.ts'

interface Addressed {
  /** The message without it. */
  readonly order: string
  /** Words of an address. Null: none. */
  readonly address: string | null
}

/** The words of an address in a message: all from a street with a number on. */
export function splitAddress(text: string): Addressed {
  const at = addressStart(text)
  const site = at?.site ? `, referência ${at.site}` : ''
  return {
    order: (at ? text.slice(0, at.from) : text).replace(/[\s,;.]+$/, ''),
    address: at ? `${withDoorInDigits(text.slice(at.to).trim())}${site}` : null,
  }
}

const sending = String.raw`(?:(?:entreg|mand|envi|lev)(?:ar?|uem?|e)|traz(?:er)?|endere[cç]o|moro|(?:a\s+gente\s+)?mora|moramos)(?!\p{L})`
const leading = new RegExp(
  String.raw`^\s*(?:(?:(?:pra|para|p\/)\s+)?(?:pode\s+)?${sending}\s*:?\s*(?:é|eh)?\s*)?(?:(?:aqui\s+)?(?:para|pra|na|no|em|aqui)\s+)?`,
  'iu',
)
/** "obra da rua …": a point of reference. */
const siteBefore =
  /^(?:(?:na|no|é|eh)\s+)?(obra|empresa|escrit[oó]rio|firma|escola|hospital|cl[ií]nica|oficina|igreja|academia)\s+(?:[dn][ao]\s+)?(?=\p{L})/iu
/** Hurried people write no comma before it. "de rua" and "da avenida" are a dish's. */
const street = String.raw`(?<!(?:^|\s)d[aeo])\s(?=(?:rua|avenida|av\.?|travessa|alameda|estrada|rodovia)\s)`
/** Behind a sign, behind "e", before "entrega na", "aqui na" and the like, and before the word of a street. */
const addressStarts = new RegExp(
  String.raw`(?<=^|[\n,;.]|\s[eE](?=\s)|\s(?=(?:(?:pra|para|p\/)\s+)?(?:pode\s+)?${sending}\s)|\s(?=(?:aqui\s+)?(?:para|pra|na|no)\s))|${street}`,
  'giu',
)

/** A street with a number. */
export const isAddressed = (place: string): boolean =>
  (startsWithStreet(place) || startsWithSector(place)) && /\d|s\/n/i.test(withDoorInDigits(place))

/** Where in a message an address begins: at a street with a number. Null: nowhere. */
function addressStart(
  text: string,
): { readonly from: number; readonly to: number; readonly site: string | null } | null {
  for (const { index } of text.matchAll(addressStarts)) {
    const rest = text.slice(index)
    const led = leading.exec(rest)?.[0].length ?? 0
    const [before = '', site = null] = siteBefore.exec(rest.slice(led)) ?? []
    const to = index + led + before.length
    const place = text.slice(to)
    if (/\s/.test(place.trim()) && isAddressed(place))
      return { from: text.slice(0, index).replace(/\s[eE]$/, '').length, to, site }
  }
  return null
}
