import { expect, inject, test } from 'vitest'
import { playMessages } from './messages.ts'

/** The short form of `npm run faults -- --only=messages`, run with MESSAGE_FAULTS=on. */
test.runIf(process.env.MESSAGE_FAULTS === 'on')(
  'a server that is killed while people answer their customers loses, doubles and reorders no message',
  async () => {
    const played = await playMessages({
      messages: 30,
      kills: 1,
      talksEach: 15,
      untilQuiet: false,
      programs: inject('postgresPrograms'),
    })
    expect(played).toMatchObject({
      acknowledged: 30,
      kills: 1,
      lost: 0,
      doubled: 0,
      doubledAtGraph: 0,
      outOfOrder: 0,
      deaths: 0,
      gaveUp: [],
    })
  },
  180_000,
)
