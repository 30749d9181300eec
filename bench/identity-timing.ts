import { createUser } from '../server/identity/identity.ts'
import { benchApp } from './bench-app.ts'

export interface IdentityTiming {
  readonly call: string
  readonly known: number
  readonly unknown: number
  readonly gapMs: number
}

const times = 1_000
const accounts = 50

/**
 * Medians of 1,000 calls for addresses with an account and 1,000 without, alternating. Each call uses its own
 * client address so that throttling does not apply. In process, in milliseconds.
 */
export async function measureIdentityTiming(ownerUrl: string): Promise<readonly IdentityTiming[]> {
  const { app, database, close } = await benchApp(ownerUrl)
  for (let index = 0; index < accounts; index += 1) {
    await createUser(database.db, { email: known(index), name: 'Pessoa', password: `Segura#Lua${index}` })
  }
  let visitor = 0
  const ask = async (url: string, body: object): Promise<number> => {
    visitor += 1
    const begun = performance.now()
    const reply = await app.inject({
      method: 'POST',
      url,
      payload: body,
      remoteAddress: `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`,
    })
    if (reply.statusCode >= 429) throw new Error(`${url} answered ${reply.statusCode}`)
    return performance.now() - begun
  }
  const calls: readonly (readonly [string, string, (email: string) => object])[] = [
    ['sign in', '/api/identity/sign-in', (email) => ({ email, password: 'Errada#2026' })],
    [
      'ask for a reset',
      '/api/identity/password-reset',
      (email) => ({ email, continueUrl: 'https://painel.example/' }),
    ],
    ['create an account', '/api/user/', (email) => ({ email, name: 'Pessoa' })],
  ]
  const rows: IdentityTiming[] = []
  for (const [name, url, body] of calls) {
    const tookKnown: number[] = []
    const tookUnknown: number[] = []
    for (let index = -50; index < times; index += 1) {
      // Throttling starts after fifty guesses at one account; only the response time is measured here.
      if (index % 25 === 0) await database.db.deleteFrom('sign_in_attempts').execute()
      const a = await ask(url, body(known(Math.abs(index) % accounts)))
      const b = await ask(url, body(`ninguem${Math.abs(index) % accounts}@loja.example`))
      if (index < 0) continue
      tookKnown.push(a)
      tookUnknown.push(b)
    }
    const [k, u] = [median(tookKnown), median(tookUnknown)]
    rows.push({ call: name, known: round(k), unknown: round(u), gapMs: round(Math.abs(k - u)) })
  }
  await close()
  return rows
}

const known = (index: number): string => `pessoa${index}@loja.example`

const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

const round = (ms: number): number => Math.round(ms * 100) / 100
