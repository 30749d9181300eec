import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { carriesOthers, hasCheckinCodes } from '../../contract/orders/channel-couriers.ts'
import { publishedRules } from '../../contract/shared/channels.ts'
import { standByPlatforms, toldPlatforms } from '../../contract/stores/told-channels.ts'
import { readEnvironment } from '../env.ts'
import { everyKind } from './registry.ts'

const parts = { env: readEnvironment({}), log: pino({ level: 'silent' }), now: () => new Date() }

describe.each(everyKind.map((kind) => [kind.platform, kind] as const))('%s', (platform, kind) => {
  test('publishes rules for what its folder implements, and for nothing else', () => {
    const { polling, pauses, ledger, deliveries, account } = kind.connect(parts, null)
    const rules = publishedRules(platform)
    expect({
      polled: typeof rules?.pollEverySeconds === 'number',
      called: typeof rules?.replyWithinSeconds === 'number',
      storefront: rules?.storefront,
      ledger: rules?.ledger,
      carriesOthers: carriesOthers(platform),
      checkinCodes: hasCheckinCodes(platform),
      told: toldPlatforms.some((one) => one === platform),
      standsBy: standByPlatforms.some((one) => one === platform),
    }).toEqual({
      polled: polling !== undefined,
      called: kind.webhook !== undefined,
      storefront: pauses !== undefined,
      ledger: ledger !== undefined,
      carriesOthers: deliveries !== undefined,
      checkinCodes: account?.checkinCodes !== undefined,
      told: account?.sellingChanged !== undefined,
      standsBy: account?.standBy !== undefined,
    })
  })

  test('stops selling when the store does: by a pause, by a notice or by a stand-by', () => {
    const { pauses, account } = kind.connect(parts, null)
    expect(pauses ?? account?.sellingChanged ?? account?.standBy).toBeDefined()
  })

  test('sends its events in one way at least', () => {
    expect(kind.webhook ?? kind.connect(parts, null).polling).toBeDefined()
  })
})
