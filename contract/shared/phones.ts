import * as z from 'zod/mini'

/** Area codes that Anatel has assigned. */
const areaCodes: ReadonlySet<string> = new Set(
  (
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 ' +
    '61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'
  ).split(' '),
)

/** 3003, 3004, 4003 and 4004 are call centres of the whole country. */
const mobileOrLandline = /^(?:9\d{8}|(?![34]00[34])[2-5]\d{7})$/
/** With 00, the country, the trunk zero and an operator. */
const maxDigits = 18
/** Mobiles had eight digits until 2016. */
const oldMobile = /^[6-9]\d{7}$/
/** "(01) 98765-4321": half an area code, no trunk zero before an old mobile. */
const halfAreaCode = /^\D*0\d\D/
const extension = /\s*(?:ramal|ext\.?|r\.)\s*\d{1,5}\s*$/i

/**
 * A Brazilian phone as people write it, in E.164: "(11) 98765-4321", "0xx11 8765-4321", "015 11 98765-4321",
 * "+55 (011) 98765-4321". Without an area code it takes the one given. Null: no phone of Brazil, or several.
 */
export function readPhone(typed: string, areaCode: string | null = null): string | null {
  const text = typed.normalize('NFKC').trim().replace(extension, '')
  const digits = text.replaceAll(/\D/g, '')
  const abroad = /^(?:tel:)?\+/i.test(text) && !digits.startsWith('55')
  if (abroad || halfAreaCode.test(text) || digits.length > maxDigits) return null
  const national = nationalForm(digits.replace(/^00(?=55)/, ''))
  const [area, number] = [national.slice(0, 2), withNinthDigit(national.slice(2))]
  if (areaCodes.has(area) && number !== null) return `+55${area}${number}`
  const local = areaCode === null ? null : withNinthDigit(digits)
  return local === null ? null : `+55${areaCode}${local}`
}

/** Area code and number, without the country, the trunk zero and the two digits of an operator. */
function nationalForm(digits: string): string {
  const withoutCountry = digits.startsWith('55') && digits.length > 11 ? digits.slice(2) : digits
  if (!withoutCountry.startsWith('0')) return withoutCountry
  const afterTrunk = withoutCountry.slice(1)
  return afterTrunk.length > 11 ? afterTrunk.slice(2) : afterTrunk
}

const withNinthDigit = (number: string): string | null => {
  if (mobileOrLandline.test(number)) return number
  return oldMobile.test(number) ? `9${number}` : null
}

/** The area code of a phone in E.164; null: not of Brazil. */
export const areaCodeOf = (phone: string | null): string | null =>
  /^\+55(\d{2})/.exec(phone ?? '')?.[1] ?? null

/**
 * How phones in E.164 may begin, without "+", where a search is a part of a number: with or without the area code, the
 * trunk zero and the ninth digit.
 */
export function phoneBeginnings(typed: string): readonly string[] {
  const digits = typed
    .normalize('NFKC')
    .replaceAll(/\D/g, '')
    .replace(/^00(?=55)/, '')
  const whole = /^(?:0|55\d{10})/.test(digits) ? nationalForm(digits) : digits
  const forms = [whole, ...ninthDigitPutIn(whole)]
  const withCountry = digits.startsWith('55') ? [digits] : []
  const local = forms.filter((form) => form.length <= 9)
  return [
    ...new Set([
      ...withCountry,
      ...forms.map((form) => `55${form}`),
      ...local.flatMap((form) => [...areaCodes].map((area) => `55${area}${form}`)),
    ]),
  ]
}

/** "8765-4321" and "11 8765-4321" are searched as the mobiles that they are now. */
function ninthDigitPutIn(digits: string): readonly string[] {
  const area = /^\d{2}[6-9]\d{7}$/.test(digits) ? 2 : oldMobile.test(digits) ? 0 : null
  return area === null ? [] : [`${digits.slice(0, area)}9${digits.slice(area)}`]
}

/** As staff type it: the server understands one without an area code by the store's own. */
export const typedPhone = z
  .string('Informe o telefone.')
  .check(z.trim(), z.maxLength(60, 'Informe um telefone só.'))

/** Normalises a phone number to E.164: `(11) 98765-4321` becomes `+5511987654321`. */
export const phoneText = z.pipe(
  typedPhone,
  z.pipe(
    z.transform((typed: string) => readPhone(typed)),
    z.string('Informe o telefone com DDD, como (11) 98765-4321.'),
  ),
)
