import { safeParse } from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { areaCodeOf, phoneBeginnings, phoneText, readPhone } from './phones.ts'

/** As typed, the store's area code, and the phone; null: it is none, or more than one. */
const forms: readonly (readonly [string, string | null, string | null])[] = [
  ['011 98765-4321', null, '+5511987654321'],
  ['0xx11 98765-4321', null, '+5511987654321'],
  ['015 11 98765-4321', null, '+5511987654321'],
  ['+55 (011) 98765-4321', null, '+5511987654321'],
  ['11 8765-4321', null, '+5511987654321'],
  ['(11) 98765-4321', null, '+5511987654321'],
  ['5511987654321', null, '+5511987654321'],
  ['+55 11 98765-4321', null, '+5511987654321'],
  ['(92) 3232-1010', null, '+559232321010'],
  ['98765-4321', '11', '+5511987654321'],
  ['8765-4321', '11', '+5511987654321'],
  ['3232-1010', '92', '+559232321010'],
  ['98765-4321', null, null],
  ['(55) 99123-4567', null, '+5555991234567'],
  ['+55 55 3222-1111', null, '+555532221111'],
  ['0055 11 98765-4321', null, '+5511987654321'],
  ['(0**11) 98765-4321', null, '+5511987654321'],
  ['11 9.8765.4321', null, '+5511987654321'],
  ['11 9 8765 4321', null, '+5511987654321'],
  ['(01) 98765-4321', null, null],
  ['+1 212 555 0100', null, null],
  ['11 8765-432', null, null],
  ['0800 123 4567', null, null],
  ['+351 912 345 678', null, null],
  ['(0xx62) 3241-1010', null, '+556232411010'],
  ['041 21 99876-5432', null, '+5521998765432'],
  ['0 21 2555-1234', null, '+552125551234'],
  ['055 3222-1111', null, '+555532221111'],
  ['whats: 71 9 9123-4567', null, '+5571991234567'],
  ['tel.: (85) 3333.4444', null, '+558533334444'],
  ['+55 015 11 98765-4321', null, '+5511987654321'],
  ['55 11 8765-4321', null, '+5511987654321'],
  ['https://wa.me/5511987654321', null, '+5511987654321'],
  ['21 7654-3210', null, '+5521976543210'],
  ['021 9876-5432', null, '+5521998765432'],
  ['9 8765 4321', '48', '+5548987654321'],
  ['3241.1010', '62', '+556232411010'],
  ['47/98877-6655', null, '+5547988776655'],
  ['(11)987654321', null, '+5511987654321'],
  ['11-3333-4444 ramal 22', null, '+551133334444'],
  ['(23) 98765-4321', null, null],
  ['11 18765-4321', null, null],
  ['11 987654321 ou 3333-4444', null, null],
  ['4004-1234', '11', null],
  ['+54 11 4321-5678', null, null],
  ['190', '11', null],
  ['１１ ９８７６５-４３２１', null, '+5511987654321'],
  ['(0 XX 31) 3222-4455', null, '+553132224455'],
]

describe('a phone is read as Brazilians write it', () => {
  test.each(forms)('“%s”, in a store of %s', (typed, areaCode, phone) => {
    expect(readPhone(typed, areaCode)).toBe(phone)
  })

  test('and once read it stays the same', () => {
    for (const [, , phone] of forms) if (phone !== null) expect(readPhone(phone)).toBe(phone)
  })
})

test('a form says what is missing, in the words of who typed', () => {
  expect(safeParse(phoneText, '0xx11 8765-4321')).toMatchObject({ data: '+5511987654321' })
  for (const wrong of ['98765-4321', '', '9'.repeat(70)])
    expect(safeParse(phoneText, wrong).success).toBe(false)
  expect(safeParse(phoneText, '98765-4321').error?.issues[0]?.message).toBe(
    'Informe o telefone com DDD, como (11) 98765-4321.',
  )
})

test('the area code of a store is that of its phone', () => {
  expect([areaCodeOf('+559232321010'), areaCodeOf('+14155550123'), areaCodeOf(null)]).toEqual([
    '92',
    null,
    null,
  ])
})

test('a part of a number finds the phone, also without its area code or its ninth digit', () => {
  const finds = (typed: string) =>
    phoneBeginnings(typed).some((beginning) => '5511987654321'.startsWith(beginning))
  for (const typed of [
    '9876',
    '11 9876',
    '55119',
    '011 98765-4321',
    '8765-4321',
    '11 8765-4321',
    '0055 11 98765-4321',
  ])
    expect(finds(typed), typed).toBe(true)
  for (const typed of ['4321', '21 98765-4321', '98765-4320']) expect(finds(typed), typed).toBe(false)
})
