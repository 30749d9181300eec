import { expect, test } from 'vitest'
import type { AdsReportRow, AdsSetup } from '../../contract/ads/ads.ts'
import { lastStep, reportSentence, setupHistory, toldText } from './ads-words.rules.ts'

const row: AdsReportRow = {
  adId: 'a',
  name: 'Terça',
  clicks: 12,
  orders: 3,
  netCents: 18_450,
  sent: 2,
  failed: 0,
}
const setup: AdsSetup = {
  state: 'failed',
  handOffUrl: '',
  datasetId: null,
  datasetName: null,
  accountId: null,
  testing: false,
  startedAt: '2026-11-23T10:00:00Z',
  startedBy: 'Marina',
  finishedAt: null,
  finishedBy: null,
  failedAt: '2026-11-23T11:00:00Z',
  failedBy: 'Caio',
  failure: 'A chave de acesso não vale: copie de novo, inteira.',
  version: 2,
}

test('the report is one sentence, and says also that nothing came', () => {
  expect(reportSentence([row], '30')).toBe(
    'Em 30\u00a0dias, 12 cliques trouxeram 3 pedidos e R$\u00a0184,50 líquidos.',
  )
  expect(reportSentence([{ ...row, orders: 0, netCents: 0 }], '7')).toBe(
    'Em 7\u00a0dias, 12 cliques e nenhum pedido ligado a eles.',
  )
  expect(reportSentence([{ ...row, clicks: 1, orders: 1 }], '7')).toContain('1 clique trouxe 1 pedido e')
  expect(reportSentence([], '90')).toBe('Em 90\u00a0dias, nenhum clique ainda.')
})

test('a failure says why, who and when', () => {
  expect(lastStep(setup)).toBe(setup.failedAt)
  expect(setupHistory(setup, 'hoje às 08:00')).toBe(
    'A chave de acesso não vale: copie de novo, inteira. Tentativa de Caio hoje às 08:00.',
  )
  expect(setupHistory({ ...setup, state: 'none' }, '')).toBeNull()
})

test('a row says how many reports arrived, and first how many did not', () => {
  expect(toldText(row)).toBe('2 contados à Meta')
  expect(toldText({ ...row, failed: 1 })).toBe('1 não chegou à Meta')
  expect(toldText({ ...row, orders: 0 })).toBeNull()
})
