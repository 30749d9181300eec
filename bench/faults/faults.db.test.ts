import { expect, inject, test } from 'vitest'
import { play } from './play.ts'

/** The short form of `npm run faults`. Some 25 s: what hangs is given up after seconds, and six faults follow one another. */
test.runIf(process.platform === 'linux')(
  'killed, frozen and cut off under load, the product loses and doubles nothing, and screens hear everything',
  async () => {
    const played = await play(
      [
        { name: 'server', times: 1, everyMs: 0, strike: (product) => product.killServer() },
        { name: 'database', times: 1, everyMs: 0, strike: (product) => product.killDatabase() },
        { name: 'backend', times: 2, everyMs: 0, strike: (product) => product.killBackend() },
        { name: 'frozen', times: 1, everyMs: 0, strike: (product) => product.freezeDatabase(2_000) },
        { name: 'half-open', times: 1, everyMs: 0, strike: (product) => product.silenceConnections() },
      ],
      { programs: inject('postgresPrograms') },
    )
    expect(played.verdict).toMatchObject({ lost: 0, doubled: 0, gaps: 0, heardTwice: 0, wrong: [] })
    expect(played.verdict.acknowledged).toBeGreaterThan(20)
    expect([played.deaths, played.gaveUp, played.faults.map((fault) => fault.neverRecovered)]).toEqual([
      0,
      [],
      [0, 0, 0, 0, 0],
    ])
  },
  180_000,
)
