import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { areaOf, auditWords } from '../../contract/audit/audit-words.ts'
import { adsStates } from '../../contract/ads/ads.ts'
import { bulkRole } from '../../contract/bulk/bulk.ts'
import { ticketKinds, printerKinds } from '../../contract/printing/printing.ts'
import { customerSegments } from '../../contract/reports/customer.ts'
import { specialDayKinds } from '../../contract/stores/hours.ts'
import { messageKinds } from '../../contract/whatsapp/whatsapp.ts'
import { changesOf } from './changes.rules.ts'

const zone = 'America/Sao_Paulo'

describe('what changed', () => {
  test('is listed field by field, with money, times and words of a person', () => {
    const details = {
      itemId: 'a',
      before: { name: 'Pastel', priceCents: 1_250, available: true },
      after: { name: 'Pastel', priceCents: 1_400, available: false },
    }
    expect(changesOf(details, zone)).toEqual([
      { label: 'Preço', before: 'R$ 12,50', after: 'R$ 14,00' },
      { label: 'À venda', before: 'sim', after: 'não' },
    ])
  })

  test('shows shares as people write percentages', () => {
    const details = {
      before: { commissionBps: 1_200, paymentFeeBps: 290 },
      after: { commissionBps: 1_000, paymentFeeBps: 325, percent: 15 },
    }
    expect(changesOf(details, zone)).toEqual([
      { label: 'Comissão', before: '12\u00a0%', after: '10\u00a0%' },
      { label: 'Taxa de pagamento', before: '2,9\u00a0%', after: '3,25\u00a0%' },
      { label: 'Percentual', before: null, after: '15\u00a0%' },
    ])
  })

  test('is one value where only one changed', () => {
    expect(changesOf({ from: 'basic', to: 'manager' }, zone)).toEqual([
      { label: 'Valor', before: 'atendente', after: 'gerente' },
    ])
    expect(changesOf({ before: '04:00', after: '05:00' }, zone)).toEqual([
      { label: 'Valor', before: '04:00', after: '05:00' },
    ])
  })

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])(
    'shows the word %s as it was written, and names no field by it',
    (word) => {
      const fields = JSON.parse(`{"${word}":"x","reason":"${word}"}`) as object
      expect(changesOf(fields, zone)).toEqual([{ label: 'Motivo', before: null, after: word }])
      expect(changesOf({ before: null, after: { address: fields } }, zone)).toEqual([
        { label: 'Endereço', before: null, after: `motivo ${word}` },
      ])
    },
  )

  test.each([
    ['messages', messageKinds],
    ['segment', customerSegments],
    ['ticket', ticketKinds],
    ['kind', [...printerKinds, ...specialDayKinds, ...Object.keys(bulkRole), 'item', 'category', 'group']],
    ['adsState', adsStates],
    ['driver', ['cloud', 'evolution']],
  ])('says every %s in Portuguese', (field, codes) => {
    const said = (code: string) => changesOf({ [field]: code }, zone).map(({ after }) => after)
    expect(codes.filter((code) => code !== 'item' && said(code).includes(code))).toEqual([])
  })

  test('writes a phone and the kind of a WhatsApp line as people do', () => {
    expect(changesOf({ phone: '+5511987001000', driver: 'cloud' }, zone).map(({ after }) => after)).toEqual([
      '(11) 98700-1000',
      'API oficial da Meta',
    ])
  })

  test('shows what a break or a note says now, in the clock of the store', () => {
    const after = { name: 'Almoço', start: '2026-11-23T15:00:00.000Z', end: '2026-11-23T16:00:00.000Z' }
    expect(changesOf({ before: null, after }, zone)).toEqual([
      { label: 'Nome', before: null, after: 'Almoço' },
      { label: 'Começo', before: null, after: '23/11/2026 12:00' },
      { label: 'Fim', before: null, after: '23/11/2026 13:00' },
    ])
    expect(changesOf({ reason: 'Cliente ligou' }, zone)).toEqual([
      { label: 'Motivo', before: null, after: 'Cliente ligou' },
    ])
  })

  test('never fails on a document that another version wrote', () => {
    for (const odd of [null, 5, 'text', [], { before: [1] }, { after: { intervals: [{ x: 1 }] } }])
      expect(Array.isArray(changesOf(odd, zone))).toBe(true)
  })
})

test('every action that the server writes about a store has words and an area', () => {
  const code = globSync('server/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') })
    .filter((file) => !file.includes('/testing/'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const actions = new Set(
    [...code.matchAll(/action: (?:[^'\n]+\? )?'([a-z-]+\/[a-z-]+)'(?: : '([a-z-]+\/[a-z-]+)')?/g)].flatMap(
      ([, one, other]) => [one ?? [], other ?? []].flat(),
    ),
  )
  const ofPerson = (action: string) => action.startsWith('identity/')
  expect(actions.size).toBeGreaterThan(30)
  const wordless = [...actions].filter((action) => !ofPerson(action) && !auditWords(action))
  expect([
    wordless,
    [...actions].filter((action) => !areaOf(action) && action !== 'permission/denied'),
  ]).toEqual([[], []])
})
