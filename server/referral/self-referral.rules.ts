import type { VoidReason } from '../../contract/referral/referral.ts'

export interface Party {
  /** CNPJ or CPF, without marks; null: unknown. */
  readonly document: string | null
  /** E.164, of the store and of its people. */
  readonly phones: readonly string[]
}

/** Why two stores are one house. Branches of one CNPJ share its first eight characters. */
export function sameHouse(referrer: Party, referred: Party): VoidReason | null {
  const [one, other] = [documentRoot(referrer.document), documentRoot(referred.document)]
  if (one !== null && one === other) return 'same-document'
  const phones = new Set(referrer.phones.map(phoneKey))
  return referred.phones.some((phone) => phones.has(phoneKey(phone))) ? 'same-phone' : null
}

const cnpjLength = 14

function documentRoot(document: string | null): string | null {
  const bare = (document ?? '').replaceAll(/[^0-9a-z]/gi, '').toUpperCase()
  if (bare === '') return null
  return bare.length === cnpjLength ? bare.slice(0, 8) : bare
}

/** A Brazilian mobile number is the same with and without its ninth digit. */
const phoneKey = (phone: string): string => phone.replace(/^(\+55\d\d)9(\d{8})$/, '$1$2')
