import { describe, expect, test } from 'vitest'
import type { Dispute } from '../../../contract/orders/disputes.ts'
import { answerOf, dishSums, missing, noAnswer, sendWords, waysOf } from './answer.rules.ts'
import { afterSaleSearch } from '../after-sale-search.rules.ts'
import { chosenOf } from '../chosen.rules.ts'
import { leftUntil } from '../deadline.rules.ts'
import {
  afterwards,
  askedText,
  claimOn,
  isOverdue,
  proofs,
  rowState,
  standing,
  wonWords,
} from './dispute-words.rules.ts'
import { isMovedHere } from './moved-group.rules.ts'

const now = new Date('2026-11-20T23:14:00Z')
const inMs = (ms: number) => new Date(now.getTime() + ms).toISOString()
const minute = 60_000
const id = '01a20a17-3bca-75af-be01-b5a8c8949112'

const dispute: Dispute = {
  id,
  storeId: id,
  storeName: 'Cantina Aurora',
  source: 'ifood',
  orderId: id,
  displayId: '1842',
  customer: 'Otávio',
  kind: 'PROPOSED_AMOUNT_REFUND',
  message: 'Veio sem a sobremesa.',
  askedCents: 6_280,
  askedExact: true,
  openedAt: inMs(-minute),
  expiresAt: inMs(116 * minute),
  timeoutAction: 'ACCEPT_CANCELLATION',
  acceptReasons: [],
  alternatives: [{ id: 'a', type: 'REFUND', mostCents: 6_280, minutes: [] }],
  claims: [
    { code: null, line: 1, cents: 3_790, reason: null },
    { code: 'TIRA', line: null, cents: 2_490, reason: null },
  ],
  photos: 1,
  state: 'open',
  answeredBy: null,
  refusal: null,
  settledAt: null,
  lostCents: 0,
  savedCents: 0,
}
const items = [
  { externalCode: 'NHOQ', name: 'Nhoque ao sugo', totalCents: 3_790 },
  { externalCode: 'TIRA', name: 'Tiramisù', totalCents: 2_490 },
  { externalCode: 'LASA', name: 'Lasanha', totalCents: 4_490 },
].map((item) => ({ ...item, quantity: 1, unitPriceCents: item.totalCents, notes: null, options: [] }))

describe('a deadline', () => {
  test.each([
    [116 * minute - 12_000, '1:55:48', false],
    [29 * minute, '29:00', true],
    [7_000, '0:07', true],
    [15 * 60 * minute, '15\u00a0h', false],
    [49 * 60 * minute, '2\u00a0dias', false],
  ])('%d ms away reads %s', (ms, words, soon) => {
    expect(leftUntil(inMs(ms), now)).toEqual({ words, soon })
  })

  test('that is over, or that there is none, has no time left', () => {
    expect([leftUntil(inMs(0), now), leftUntil(null, now)]).toEqual([null, null])
  })

  test('always says what the channel does afterwards', () => {
    expect(afterwards(dispute)).toBe('depois o iFood devolve tudo')
    expect(afterwards({ ...dispute, timeoutAction: 'REJECT_CANCELLATION' })).toBe('depois nada é devolvido')
    expect(afterwards({ ...dispute, timeoutAction: null })).toBe('depois o iFood decide')
  })
})

describe('a negotiation', () => {
  test('says how much of which order is asked back, or at most how much', () => {
    expect(askedText(dispute, 'CA-1842')).toBe('pede R$\u00a062,80 do CA-1842')
    expect(askedText({ ...dispute, askedExact: false }, 'CA-1842')).toBe('pede até R$\u00a062,80 do CA-1842')
    expect(askedText({ ...dispute, askedCents: 0 }, 'CA-1842')).toBe('reclama do CA-1842')
  })

  test('marks the contested dishes by their place or their code, and no other', () => {
    expect(items.map((item, index) => claimOn(item, index, dispute.claims)?.cents ?? null)).toEqual([
      3_790,
      2_490,
      null,
    ])
  })

  test('after its deadline takes no answer and says where the result comes from', () => {
    expect(standing(dispute, false)).toBeNull()
    expect(standing(dispute, true)).toBe('O prazo acabou. O resultado vem do iFood.')
    expect(rowState({ ...dispute, expiresAt: inMs(-1) }, now)).toEqual({ words: 'prazo acabou', soon: true })
    expect(isOverdue({ ...dispute, expiresAt: inMs(-1) }, now)).toBe(true)
    expect(isOverdue({ ...dispute, state: 'countered', expiresAt: inMs(-1) }, now)).toBe(false)
  })

  test('that ended says what went back and who answered', () => {
    const ended = {
      ...dispute,
      state: 'accepted',
      lostCents: 2_490,
      savedCents: 3_790,
      answeredBy: 'Caio',
    } as const
    expect(standing(ended, true)).toBe(
      'Terminou: R$\u00a024,90 voltaram ao cliente, e R$\u00a037,90 ficaram com a loja. Quem respondeu foi Caio.',
    )
    expect(standing({ ...dispute, state: 'rejected' }, true)).toBe('Terminou: nada foi devolvido.')
    expect(standing({ ...dispute, state: 'expired', lostCents: 6_280 }, true)).toBe(
      'Terminou sem resposta da loja: R$\u00a062,80 voltaram ao cliente.',
    )
  })

  test('shows what speaks for the store and what speaks against it', () => {
    const event = (type: string, at: string) => ({
      id,
      type,
      at,
      source: 'ifood',
      actorName: null,
      note: null,
    })
    const timeline = [event('PRINTED', '2026-11-20T22:04:00Z'), event('DELIVERED', '2026-11-20T22:51:00Z')]
    const zone = 'America/Sao_Paulo'
    expect(proofs({ promisedAt: '2026-11-20T22:47:00Z' }, timeline, zone)).toEqual([
      { key: 'printed', helps: true, words: 'Via impressa às 19:04' },
      { key: 'arrived', helps: false, words: 'Entregue às 19:51, 4\u00a0min depois do prometido' },
    ])
    expect(proofs({ promisedAt: '2026-11-20T23:00:00Z' }, timeline, zone)[1]).toMatchObject({
      helps: true,
      words: 'Entregue às 19:51, no prazo',
    })
  })

  test('a ticket that was printed after the delivery proves nothing', () => {
    const event = (type: string, at: string) => ({
      id,
      type,
      at,
      source: 'ifood',
      actorName: null,
      note: null,
    })
    const timeline = [event('DELIVERED', '2026-11-20T22:51:00Z'), event('PRINTED', '2026-11-20T23:04:00Z')]
    expect(proofs({ promisedAt: null }, timeline, 'America/Sao_Paulo').map(({ key }) => key)).toEqual([
      'arrived',
    ])
  })

  test('counts as won when nothing went back, and nothing is won before one has ended', () => {
    expect(wonWords({ ended: 22, won: 14 })).toBe('64\u00a0%')
    expect(wonWords({ ended: 0, won: 0 })).toBeNull()
  })
})

describe('an answer', () => {
  test('has a consequence each, and none is chosen', () => {
    expect(waysOf(dispute).map(({ way, title }) => [way, title])).toEqual([
      ['part', 'Devolver uma parte'],
      ['accept', 'Devolver R$\u00a062,80'],
      ['reject', 'Não devolver'],
    ])
    expect(waysOf(dispute).every(({ consequence }) => consequence !== '')).toBe(true)
    expect(missing(dispute, noAnswer)).toBe('Escolha uma resposta')
  })

  test('is sent only when nothing is missing, as the marketplace wants it', () => {
    const part = { ...noAnswer, way: 'part' as const }
    expect(missing(dispute, part)).toBe('Diga quanto devolver')
    expect(missing(dispute, { ...part, cents: '62,81' })).toBe('No máximo R$\u00a062,80')
    expect(missing(dispute, { ...part, cents: '24,90' })).toBeNull()
    expect(sendWords(dispute, { ...part, cents: '24,90' })).toBe('Oferecer R$\u00a024,90')
    const accept = { ...noAnswer, way: 'accept' as const }
    expect(sendWords(dispute, accept)).toBe('Devolver R$\u00a062,80')
    expect(sendWords({ ...dispute, askedExact: false }, accept)).toBe('Devolver até R$\u00a062,80')
    expect(answerOf(dispute, { ...part, cents: '24,90' })).toEqual({
      answer: 'alternative',
      alternativeId: 'a',
      cents: 2_490,
    })
    const reject = { ...noAnswer, way: 'reject' as const }
    expect(missing(dispute, reject)).toBe('Escolha o motivo')
    expect(answerOf(dispute, { ...reject, reason: 'WRONG_ORDER' })).toEqual({
      answer: 'reject',
      reason: 'WRONG_ORDER',
    })
    const cancelled = { ...dispute, acceptReasons: ['HIGH_STORE_DEMAND'] }
    expect(missing(cancelled, { ...noAnswer, way: 'accept' })).toBe('Escolha o motivo')
    expect(answerOf(dispute, { ...noAnswer, way: 'accept' })).toEqual({ answer: 'accept' })
  })

  test('may be about time instead of money', () => {
    const timed: Dispute = {
      ...dispute,
      askedCents: 0,
      alternatives: [{ id: 't', type: 'ADDITIONAL_TIME', mostCents: null, minutes: [10, 20] }],
    }
    const time = { ...noAnswer, way: 'time' as const }
    expect(waysOf(timed).map(({ way }) => way)).toEqual(['time', 'accept', 'reject'])
    expect(missing(timed, time)).toBe('Escolha quantos minutos')
    expect(answerOf(timed, { ...time, minutes: '20' })).toEqual({
      answer: 'alternative',
      alternativeId: 't',
      minutes: 20,
    })
  })

  test('offers the sum of one dish where several are contested', () => {
    expect(dishSums(dispute, items)).toEqual([
      { name: 'Nhoque ao sugo', cents: 3_790 },
      { name: 'Tiramisù', cents: 2_490 },
    ])
    expect(dishSums({ ...dispute, claims: dispute.claims.slice(0, 1) }, items)).toEqual([])
  })
})

describe('what is open', () => {
  const first = { ...dispute, id: '00000000-0000-4000-8000-000000000001' }
  const listed = { disputes: [first, dispute], reviews: [], overdue: [] }

  test('is what the address names, else what was open before, else what is due first', () => {
    expect(chosenOf(listed, { abrir: id }, first.id)?.id).toBe(id)
    expect(chosenOf(listed, {}, id)?.id).toBe(id)
    expect(chosenOf(listed, {}, null)?.id).toBe(first.id)
    expect(
      chosenOf(
        { disputes: [{ ...first, storeId: 'x' }, dispute], reviews: [], overdue: [] },
        { loja: id },
        null,
      )?.id,
    ).toBe(id)
    expect(chosenOf({ disputes: [], reviews: [], overdue: [] }, {}, id)).toBeNull()
  })

  test('is named by an id and nothing else', () => {
    expect(afterSaleSearch({ abrir: id, loja: '<b>', other: 1 })).toEqual({ abrir: id })
  })
})

test('only a group that this page moved has the line that leads to it', () => {
  expect(
    ['avaliacoes-0a1b2c3d', 'avaliacoes', 'avaliacoes-do-mes'].map((slug) => isMovedHere({ slug })),
  ).toEqual([true, false, false])
})
