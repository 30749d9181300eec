import * as z from 'zod/mini'
import { Agent, request } from 'undici'
import type { Reply } from '../../../contract/shared/route.ts'
import { stateCode } from '../../../contract/shared/brazil.ts'
import type { readZipCode as readRoute } from '../../../contract/stores/profile.ts'
import type { Call } from '../../calls/call.ts'
import type { Env } from '../../env.ts'

type Place = NonNullable<Reply<typeof readRoute>['place']>

/** Says where a CEP is; null: nobody knows, or not in time. Never throws. */
interface ZipCodes {
  placeOf(zipCode: string): Promise<Place | null>
}

const agent = new Agent({
  connect: { timeout: 1_000 },
  headersTimeout: 2_000,
  bodyTimeout: 2_000,
  maxResponseSize: 10_000,
  connections: 8,
})

/** The fields that ViaCEP and services with its answers use. A CEP of a whole town has no street. */
const answer = z.object({
  logradouro: z._default(z.string(), ''),
  bairro: z._default(z.string(), ''),
  localidade: z.string(),
  uf: stateCode,
})

/** Over HTTP at the address of the setting, with `{cep}` in it. */
const overHttp = (address: string): ZipCodes => ({
  placeOf: async (zipCode) => {
    try {
      const reply = await request(address.replace('{cep}', zipCode), {
        dispatcher: agent,
        signal: AbortSignal.timeout(3_000),
        headers: { accept: 'application/json' },
      })
      const text = await reply.body.text()
      if (reply.statusCode !== 200) return null
      const found = answer.safeParse(JSON.parse(text))
      if (!found.success) return null
      const { logradouro, bairro, localidade, uf } = found.data
      const [street, district, city] = [logradouro, bairro, localidade].map((line) =>
        line.trim().slice(0, 120),
      )
      return { street: street ?? '', district: district ?? '', city: city ?? '', state: uf }
    } catch {
      // No network, too slow, or no JSON: the person types the address.
      return null
    }
  },
})

const none: ZipCodes = { placeOf: () => Promise.resolve(null) }

export async function readZipCode(call: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> {
  return { place: await placeOfZipCode(call.deps.env, call.params.zipCode) }
}

/** Null: unknown, or no answer in time. Never throws; outside any transaction. */
export const placeOfZipCode = ({ CEP_URL: address }: Pick<Env, 'CEP_URL'>, zipCode: string) =>
  (address === 'off' ? none : overHttp(address)).placeOf(zipCode)
