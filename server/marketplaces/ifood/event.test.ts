import { describe, expect, test } from 'vitest'
import { ifoodDisputes } from './disputes.ts'
import { ifoodEvent } from './event.ts'

const opened = (value: unknown) => {
  const metadata = {
    disputeId: 'd-1',
    action: 'PROPOSED_AMOUNT_REFUND',
    alternatives: [{ id: 'a-1', type: 'REFUND', metadata: { maxAmount: { currency: 'BRL', value } } }],
  }
  const event = ifoodEvent({ id: 'e-1', fullCode: 'HANDSHAKE_DISPUTE', metadata }, new Date())
  return event?.type === 'dispute-opened' ? event.dispute : null
}

async function sentFor(mostText: string): Promise<unknown> {
  const bodies: unknown[] = []
  const calls = ifoodDisputes((_method, _path, options) => {
    bodies.push(options?.json)
    return Promise.resolve({ status: 201, body: null } as never)
  })
  await calls.answer('d-1', {
    answer: 'alternative',
    alternativeId: 'a-1',
    type: 'REFUND',
    cents: 650,
    mostText,
  })
  return bodies[0]
}

describe('the amounts of a negotiation', () => {
  test('an integer text, as the published samples have, is centavos and kept as it was written', () => {
    expect(opened('800')).toMatchObject({
      askedCents: 800,
      alternatives: [{ mostCents: 800, mostText: '800' }],
    })
  })

  test('a decimal text and a number are reais', () => {
    expect(opened('8.00')?.alternatives).toMatchObject([{ mostCents: 800, mostText: '8.00' }])
    expect(opened(8)?.alternatives).toMatchObject([{ mostCents: 800 }])
    expect(opened('oito')?.alternatives).toMatchObject([{ mostCents: null, mostText: 'oito' }])
  })

  test('the answer is written like the maximum that was offered', async () => {
    expect(await sentFor('800')).toMatchObject({ metadata: { amount: { value: '650', currency: 'BRL' } } })
    expect(await sentFor('8.00')).toMatchObject({ metadata: { amount: { value: '6.50', currency: 'BRL' } } })
  })
})

describe('the sum that a negotiation asks for', () => {
  const reais = (value: string) => ({ amount: { value, currency: 'BRL' } })
  const asked = (action: string, inner: object, alternatives: readonly object[] = []) => {
    const metadata = { disputeId: 'd-1', action, metadata: inner, alternatives }
    const event = ifoodEvent({ id: 'e-1', fullCode: 'HANDSHAKE_DISPUTE', metadata }, new Date())
    return event?.type === 'dispute-opened' ? event.dispute?.askedCents : undefined
  }
  const offer = { id: 'a', type: 'REFUND', metadata: { maxAmount: { value: '900' } } }

  test('is that of its items and of their options, under each name that is published', () => {
    expect(asked('PARTIAL_CANCELLATION', { garnishItems: [{ id: 'y', quantity: 1, ...reais('300') }] })).toBe(
      300,
    )
    expect(asked('PARTIAL_CANCELLATION', { item: [reais('2500')], garnishItems: [reais('300')] })).toBe(2_800)
    expect(asked('PARTIAL_CANCELLATION', { items: [reais('25.00'), reais('1.50')] }, [offer])).toBe(2_650)
    expect(asked('PROPOSED_AMOUNT_REFUND', { items: [], garnishItems: [reais('300')] })).toBe(300)
  })

  test('an item that comes under both names is asked for once', () => {
    const one = { uniqueId: 'x', ...reais('2500') }
    expect(asked('PARTIAL_CANCELLATION', { item: [one], items: [one] })).toBe(2_500)
  })

  test('is at most the order where one part has no amount that can be read', () => {
    expect(asked('PARTIAL_CANCELLATION', { item: [reais('2500'), { uniqueId: 'x' }] }, [offer])).toBeNull()
  })

  test.each(['PROPOSED_ADDITIONAL_TIME', 'VOID'])('is nothing for %s, which asks for no money', (action) => {
    expect(asked(action, {})).toBe(0)
    expect(asked(action, { garnishItems: [reais('300')] })).toBe(300)
  })

  test('a full cancellation asks for the whole order, also when it lists parts', () => {
    expect(asked('CANCELLATION', { garnishItems: [reais('300')] }, [offer])).toBeNull()
  })
})

describe.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])(
  'the word %s, which every object has',
  (word) => {
    const read = (event: object) => ifoodEvent({ id: 'e-1', orderId: 'o-1', ...event }, new Date())

    test('is an unknown event under its own name', () => {
      expect(read({ code: word, fullCode: word })).toMatchObject({ type: 'other', code: word })
      expect(read({ code: 'PLC', fullCode: word })).toMatchObject({ type: 'placed', code: word })
    })

    test('is nobody’s cancellation and no end of a negotiation', () => {
      const cancelled = read({ fullCode: 'CANCELLED', metadata: { CANCEL_ORIGIN: word } })
      expect(cancelled).toMatchObject({ cancellation: { responsible: 'unknown' } })
      const settled = read({ fullCode: 'HANDSHAKE_SETTLEMENT', metadata: { disputeId: 'd-1', status: word } })
      expect(settled).toMatchObject({ settlement: { state: null } })
    })
  },
)
