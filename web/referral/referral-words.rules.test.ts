import { expect, test } from 'vitest'
import { referralStates, voidReasons, type Referral } from '../../contract/referral/referral.ts'
import { shareTexts, standing, terms } from './referral-words.rules.ts'

const referral: Referral = {
  id: '1',
  state: 'signed-up',
  label: null,
  signedUpAt: '2026-11-23T12:00:00Z',
  storeOpenedAt: null,
  firstOrderAt: null,
  rewardedAt: null,
  voidedAt: null,
  voidReason: null,
  voidNote: null,
}

test('every state and every reason is a sentence', () => {
  for (const state of referralStates) expect(standing({ ...referral, state })).toMatch(/^\p{Lu}.+[.:] ?$/u)
  for (const voidReason of voidReasons)
    expect(standing({ ...referral, state: 'void', voidReason })).toMatch(/^Não vale: .+\.$/)
})

test('support’s own words follow its reason', () => {
  expect(
    standing({ ...referral, state: 'void', voidReason: 'by-support', voidNote: 'Loja de fachada' }),
  ).toBe('Não vale: o suporte anulou. “Loja de fachada”')
})

test('every text to share holds the link and the store’s name', () => {
  for (const { text } of shareTexts('https://b.example/?referrer_id=A', 'Brasa'))
    expect(text).toMatch(/Brasa.*https:\/\/b\.example\/\?referrer_id=A/)
})

test('the terms say what it is worth, for how long, and what does not count', () => {
  const text = terms(5_000).join(' ')
  expect(text).toContain('R$\u00a050,00')
  expect(text).toMatch(/180\u00a0dias.*90\u00a0dias.*si mesmo/)
})
