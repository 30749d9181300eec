import * as z from 'zod/mini'
import { Agent, request } from 'undici'
import { AdsError, type AdsAccess, type AdsNetwork } from './ads-network.ts'
import { purchaseEvent } from './purchase-event.rules.ts'

/** Meta's Conversions API: docs/marketplaces/meta-ads.md. */
const version = 'v24.0'
const agent = new Agent({
  connect: { timeout: 2_000 },
  headersTimeout: 8_000,
  bodyTimeout: 8_000,
  maxResponseSize: 50_000,
  connections: 16,
})

const failure = z.object({
  error: z.object({ code: z.optional(z.number()), message: z.optional(z.string()) }),
})
const dataset = z.object({ id: z.string(), name: z._default(z.string(), '') })
const received = z.object({ events_received: z.number() })

export function metaAds(baseUrl: string): AdsNetwork {
  const call = async (method: 'GET' | 'POST', path: string, { accessToken }: AdsAccess, json?: object) => {
    try {
      const reply = await request(`${baseUrl}/${version}/${path}`, {
        method,
        dispatcher: agent,
        signal: AbortSignal.timeout(12_000),
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${accessToken}`,
          ...(json ? { 'content-type': 'application/json' } : {}),
        },
        ...(json ? { body: JSON.stringify(json) } : {}),
      })
      return { status: reply.statusCode, body: parsed(await reply.body.text()) }
    } catch (error) {
      throw new AdsError('unreachable', `A rede de anúncios não respondeu. (${nameOf(error)})`)
    }
  }
  return {
    datasetName: async (access) => {
      const answer = await call('GET', `${access.datasetId}?fields=id,name`, access)
      rejectFailure(answer)
      const found = dataset.safeParse(answer.body)
      if (!found.success || found.data.id !== access.datasetId) throw unreadable()
      return found.data.name.slice(0, 200)
    },
    sendPurchase: async (access, purchase) => {
      const answer = await call('POST', `${access.datasetId}/events`, access, purchaseEvent(access, purchase))
      rejectFailure(answer)
      const taken = received.safeParse(answer.body)
      if (!taken.success || taken.data.events_received !== 1) throw unreadable()
    },
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'erro')
const unreadable = (): AdsError =>
  new AdsError('unreachable', 'A rede de anúncios respondeu de um jeito que não se entende.')

function rejectFailure({ status, body }: { readonly status: number; readonly body: unknown }): void {
  if (status < 300) return
  if (status === 429 || status >= 500)
    throw new AdsError('unreachable', `A rede de anúncios não respondeu. (${status})`)
  const read = failure.safeParse(body)
  const code = read.success ? read.data.error.code : undefined
  throw new AdsError('refused', words(code, status))
}

/** Codes of Meta's Graph API. Its own message may repeat what was sent, so it is not shown. */
function words(code: number | undefined, status: number): string {
  if (code === 190 || status === 401) return 'A chave de acesso não vale: copie de novo, inteira.'
  if (code === 10 || code === 200 || status === 403)
    return 'A chave não dá acesso a este conjunto de dados. Confira as permissões dela.'
  if (code === 803 || status === 404) return 'Este conjunto de dados não existe. Confira o ID.'
  return `A rede de anúncios recusou os dados. (código ${code ?? status})`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
