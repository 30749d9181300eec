import { allRoutes } from '../../contract/all.ts'
import { readBoard } from '../../contract/orders/orders.ts'
import { headers } from '../../contract/shared/headers.ts'
import { examples } from '../../server/testing/isolation-examples.ts'
import { addressOf } from '../../server/testing/hostile/inputs.ts'
import { startLoad } from '../load.ts'
import { call, targetOf } from './calls.ts'
import { addTenants } from './victims.ts'

const secondsEach = 3
const atOnce = 5

const filled = (bytes: number): Readonly<Record<string, string>> => ({
  brackets: '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  keys: `{${Array.from({ length: Math.floor(bytes / 14) }, (_, at) => `"k${String(at)}":{}`).join()}}`,
})

/**
 * Every operation that takes a body above 64 kB: five at a time, as nobody and as a stranger with a session, beside a
 * neighbour that reads its board. A board that fails, or takes longer than three seconds, falls short.
 */
export async function starve(url: string, ownerUrl: string) {
  const [stranger, neighbour] = await addTenants(ownerUrl, 2)
  if (!stranger || !neighbour) throw new Error('no tenants')
  const look = () =>
    call(url, readBoard, { input: { query: { selection: neighbour.storeId } } }, { token: neighbour.token })
  const shortfalls: string[] = []
  const figures: Record<string, string> = {}
  const idle = await slowest(look, 40)
  for (const route of allRoutes.filter(({ bodyLimit = 0 }) => bodyLimit > 64 * 1024)) {
    const example = examples[route.name]?.(targetOf(stranger)) ?? { input: {} }
    for (const [what, raw] of Object.entries(filled((route.bodyLimit ?? 0) - 1_024))) {
      for (const [who, token] of [
        ['nobody', undefined],
        ['a stranger', stranger.token],
      ] as const) {
        // Senders are in a thread of their own: what they wait for delays no look.
        const load = startLoad(
          [
            {
              url: `${url}/api${addressOf(route, example.input)}`,
              method: route.method,
              headers: {
                'content-type': 'application/json',
                [headers.storeId]: stranger.storeId,
                ...(token === undefined ? {} : { [headers.userToken]: token }),
              },
              body: raw,
            },
          ],
          atOnce,
        )
        const worst = await slowest(look, Infinity, performance.now() + secondsEach * 1_000)
        await load.stop()
        const name = `${route.name}, ${what}, ${who}`
        figures[name] = `${String(Math.round(worst.ms))} ms of ${String(worst.looks)} looks`
        if (worst.failed > 0 || worst.ms > 3_000) shortfalls.push(`${name}: ${figures[name]}`)
      }
    }
  }
  return { counts: { idleSlowestMs: Math.round(idle.ms), ...figures }, shortfalls }
}

async function slowest(
  look: () => Promise<{ readonly status: number; readonly ms: number }>,
  times: number,
  until = Infinity,
) {
  let [ms, failed, looks] = [0, 0, 0]
  while (looks < times && performance.now() < until) {
    const reply = await look()
    ms = Math.max(ms, reply.ms)
    if (reply.status !== 200) failed += 1
    looks += 1
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { ms, failed, looks }
}
