import { describe, expect, test } from 'vitest'
import type { Need } from '../../contract/home/home.ts'
import { needStanding, needTime } from './need-times.rules.ts'
import { needText } from './need-words.rules.ts'

const storeId = '01a20a17-3bca-75af-be01-b5a8c8949112'
const now = new Date('2026-11-20T23:14:00Z')
const place = { store: 'Brasa & Cia', mark: { code: 'BC', tint: 1 }, timezone: 'America/Sao_Paulo' }
const common = { key: 'k', storeId, deadline: null, since: null }
const order: Extract<Need, { kind: 'accept' }> = {
  kind: 'accept',
  ...common,
  amountCents: 14_880,
  order: {
    id: storeId,
    displayId: '31',
    platform: 'ifood',
    type: 'DELIVERY',
    customer: 'Ana Souza',
    version: 1,
    dies: true,
  },
}
const printer = (its: Partial<Extract<Need, { kind: 'printer' }>['printer']>): Need => ({
  kind: 'printer',
  ...common,
  printer: { id: storeId, name: 'Cozinha', out: true, cause: 'paper', unprinted: [], others: [], ...its },
})

describe('a row says what, where, how much and what its button does', () => {
  test('an order that its channel cancels', () => {
    expect(needText(order, place)).toEqual({
      name: 'BC-31',
      what: 'do iFood espera o aceite',
      detail: 'Brasa & Cia · Ana Souza · R$\u00a0148,80 · sem aceite, o iFood cancela',
      button: 'Aceitar',
    })
  })

  test('a channel that lets us in no more, or will not soon', () => {
    const access: Need = { kind: 'access', ...common, deadline: null, platform: 'ifood' }
    expect(needText(access, place)).toEqual({
      name: null,
      what: 'O iFood não deixa mais o Balcão entrar',
      detail: 'Brasa & Cia · pedidos novos não chegam',
      button: 'Autorizar',
    })
    expect(needText({ ...access, deadline: '2026-11-23T20:00:00Z' }, place).what).toBe(
      'A autorização do iFood está no fim',
    )
  })

  test('prices that are out of line at a marketplace, by the one that is furthest off', () => {
    const prices: Need = {
      kind: 'prices',
      ...common,
      platform: 'ifood',
      count: 3,
      item: { name: 'X-Burger', thereCents: 2_990, otherCents: 3_290, why: 'below-own' },
    }
    expect(needText(prices, place)).toEqual({
      name: null,
      what: '3 preços fora do lugar no iFood',
      detail: 'Brasa & Cia · X-Burger a R$\u00a029,90 lá e R$\u00a032,90 no seu cardápio',
      button: 'Ver os preços',
    })
    const asked = { ...prices, count: 1, item: { ...prices.item, why: 'above-others' as const } }
    expect(needText(asked, place)).toMatchObject({
      what: '1 preço fora do lugar no iFood',
      detail:
        'Brasa & Cia · X-Burger a R$\u00a029,90 lá e R$\u00a032,90 em outro canal · o contrato pede preço igual',
    })
  })

  test('an order of the own channel, for a basic user with one store: no store, no money', () => {
    const own: Need = {
      ...order,
      amountCents: null,
      order: { ...order.order, platform: 'balcao', type: 'TAKEOUT', dies: false },
    }
    expect(needText(own, { ...place, store: null, mark: undefined })).toMatchObject({
      name: '#31',
      what: 'espera o aceite',
      detail: 'Ana Souza · retirada',
    })
  })

  test.each([
    [printer({ unprinted: [storeId, 'b'], others: [{ id: 'o', name: 'Caixa' }] }), 'Imprimir em Caixa'],
    [printer({ unprinted: [storeId] }), 'Tentar de novo'],
    [printer({ unprinted: [storeId], out: false }), 'Imprimir de novo'],
    [printer({}), 'Testar'],
  ])('a printer offers the repair that there is (%#)', (need, button) => {
    expect(needText(need, place).button).toBe(button)
  })

  test('a stopped printer names its cause and the tickets that did not come out', () => {
    expect(needText(printer({ unprinted: [storeId, 'b'] }), place)).toMatchObject({
      what: 'Impressora Cozinha parada',
      detail: 'Brasa & Cia · sem papel · 2 vias não saíram',
    })
  })

  test('customers who wait for a person, the first of them by name', () => {
    const chats: Need = {
      kind: 'chats',
      ...common,
      count: 1,
      chat: { conversationId: storeId, name: 'Ana', phone: null, ordering: true },
    }
    expect(needText(chats, place)).toMatchObject({
      what: 'Ana espera uma pessoa no WhatsApp',
      detail: 'Brasa & Cia · tem um pedido começado',
      button: 'Atender',
    })
    expect(needText({ ...chats, count: 3 }, place)).toMatchObject({
      what: '3 clientes esperam uma pessoa no WhatsApp',
      detail: 'Brasa & Cia · Ana há mais tempo · com um pedido começado',
    })
  })

  test('messages in doubt name the recipient of the oldest', () => {
    const unsure: Need = { kind: 'unsure', ...common, count: 2, to: { name: 'Ana', phone: null } }
    expect(needText(unsure, place)).toMatchObject({
      what: '2 mensagens em dúvida no WhatsApp',
      detail: 'Brasa & Cia · a mais antiga a Ana · só você sabe se saiu',
      button: 'Responder',
    })
    expect(needText({ ...unsure, count: 1 }, place).detail).toBe('Brasa & Cia · a Ana · só você sabe se saiu')
  })

  test('a line that is down says why, what is stuck, and what to do meanwhile', () => {
    const line: Need = {
      kind: 'line',
      ...common,
      line: { state: 'closed', cause: 'unlinked', trouble: 'down', stuck: 3 },
    }
    expect(needText(line, place)).toMatchObject({
      what: 'WhatsApp fora do ar',
      detail:
        'Brasa & Cia · o celular saiu da conexão · 3 mensagens paradas · ligue para o cliente: o número está no pedido',
      button: 'Conectar',
    })
    expect(needText({ ...line, line: { ...line.line, stuck: 0 } }, place).detail).not.toContain('parada')
    const slow: Need = { ...line, line: { state: 'degraded', cause: 'slow', trouble: 'slow', stuck: 1 } }
    expect(needText(slow, place)).toMatchObject({ what: '1 mensagem parada no WhatsApp', button: 'Ver' })
  })

  test('a dispute without a sum is a whole sentence too', () => {
    const dispute: Need = {
      kind: 'dispute',
      ...common,
      amountCents: null,
      dispute: { id: storeId, platform: 'ifood', displayId: '7', customer: 'Otávio', message: null },
    }
    expect(needText(dispute, place)).toMatchObject({
      what: 'Negociação no iFood',
      detail: 'Brasa & Cia · BC-7, Otávio',
    })
  })
})

describe('things of several stores', () => {
  const storeIds = [storeId, 'another']
  test('an item that nobody brought back names its store, or how many they are', () => {
    const pause: Need = {
      kind: 'long-pause',
      ...common,
      storeIds: [storeId],
      item: { name: 'Pastel', code: null },
    }
    expect(needText(pause, place)).toEqual({
      name: null,
      what: 'Pastel parado há mais de um dia',
      detail: 'Brasa & Cia',
      button: 'Voltar a vender',
    })
    expect(needText({ ...pause, storeIds }, { ...place, store: null }).detail).toBe('em 2 lojas')
  })

  test('a holiday says its day, and who has not decided', () => {
    const holiday: Need = {
      kind: 'holiday',
      ...common,
      storeIds,
      holiday: { day: '2026-12-25', name: 'Natal' },
    }
    expect(needText(holiday, { ...place, store: null })).toEqual({
      name: null,
      what: 'Natal, sexta, 25/12',
      detail: '2 lojas ainda não decidiram se abrem',
      button: 'Decidir',
    })
    expect(needText({ ...holiday, storeIds: [storeId] }, place).detail).toBe(
      'Brasa & Cia · ainda não decidiu se abre',
    )
  })
})

describe('beside a price a row says when it ends and since when it waits', () => {
  const ago = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const standing = (its: Partial<Need>, riskCents: number) =>
    needStanding({ ...order, ...its } as Need, { now, timezone: place.timezone, riskCents })
  test.each([
    [{ deadline: ago(250_000), since: ago(-120_000) }, 14_880, ['vence em 4:10', 'há 2\u00a0min']],
    [{ kind: 'paused', since: ago(-22 * 60_000) }, 12_000, ['parada há 22\u00a0min']],
    [{ deadline: ago(250_000), since: ago(-120_000) }, 0, ['há 2\u00a0min', 'sem valor estimado']],
    [{ kind: 'printer', since: ago(-22 * 60_000) }, 0, ['sem valor estimado']],
  ] as const)('%o at %i', (its, riskCents, said) => {
    expect(standing(its as Partial<Need>, riskCents)).toEqual(said)
  })
})

describe('the time of a row', () => {
  const at = (its: Partial<Need>) => needTime({ ...order, ...its } as Need, now, place.timezone)
  const inMs = (ms: number) => new Date(now.getTime() + ms).toISOString()
  test.each([
    [{ deadline: inMs(48_000) }, 'vence em', '0:48', true],
    [{ deadline: inMs(130_000) }, 'vence em', '2:10', false],
    [{ kind: 'paused', deadline: inMs(130_000) }, 'volta em', '2:10', false],
    [{ deadline: inMs(-65_000) }, 'atrasado há', '1:05', true],
    [{ deadline: inMs(-3 * 3_600_000) }, 'atrasado há', '3\u00a0h', true],
    [{ deadline: inMs(116 * 60_000) }, '', 'até 22:10', false],
    [{ deadline: inMs(14 * 3_600_000) }, 'vence em', '14\u00a0h', false],
    [{ kind: 'holiday', deadline: inMs(50 * 3_600_000) }, 'começa em', '2\u00a0dias', false],
    [{ since: inMs(-22 * 60_000) }, 'há', '22\u00a0min', false],
    [{ kind: 'printer', since: inMs(-22 * 60_000) }, 'parada há', '22\u00a0min', false],
    [{ since: inMs(-72 * 3_600_000) }, 'há', '3\u00a0dias', false],
    [{}, '', 'agora', false],
  ] as const)('%o reads %s %s', (its, says, words, hot) => {
    expect(at(its as Partial<Need>)).toEqual({ says, words, hot })
  })
})
