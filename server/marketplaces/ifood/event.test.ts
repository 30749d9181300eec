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
