import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Sent {
  readonly to: string
  readonly text: string
  readonly key: string | null
  readonly id: string
  readonly at: number
}

/**
 * Both providers of a WhatsApp line, reduced to what the tests need: they accept messages, answer as `state` says, and
 * deliver nothing.
 */
export async function whatsappProvider() {
  const sent: Sent[] = []
  const calls: string[] = []
  const state = {
    /** Graph error code for the next messages. Null: they are accepted. */
    graphFault: null as { status: number; code: number } | null,
    /** How the Evolution server refuses the next messages. Null: they are accepted. */
    evolutionFault: null as { status: number; body: object } | null,
    /** Accepts the message and drops the connection instead of answering. */
    hangsUp: false,
    /** The Evolution server stores messages and can be asked for them. */
    keepsMessages: true,
    clock: () => Date.now(),
    phoneStatus: 'CONNECTED',
    evolutionState: 'connecting',
    noQr: false,
    /** Whether the Evolution server creates instances. */
    creates: true,
    qr: 0,
  }

  const answer = (reply: ServerResponse, status: number, body: unknown) => {
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const qrcode = () => {
    state.qr += 1
    return state.noQr ? { count: 0 } : { code: `2@qr-${String(state.qr)}`, pairingCode: 'ABCD1234', count: 1 }
  }
  const take = (body: Record<string, unknown>): Sent => {
    const text = body.text
    const template = body.template as { name: string } | undefined
    const one = {
      to: String(body.to ?? body.recipient ?? body.number),
      text:
        typeof text === 'string'
          ? text
          : ((text as { body: string } | undefined)?.body ?? template?.name ?? ''),
      key: (body.biz_opaque_callback_data as string | undefined) ?? null,
      id: `wamid.${String(sent.length + 1)}`,
      at: state.clock(),
    }
    sent.push(one)
    return one
  }
  const graph = (path: string, method: string, body: Record<string, unknown>, reply: ServerResponse) => {
    if (path.endsWith('/messages')) {
      if (state.graphFault) {
        const { status, code } = state.graphFault
        return answer(reply, status, { error: { code, message: 'as told' } })
      }
      const { id } = take(body)
      if (state.hangsUp) return reply.socket?.destroy()
      return answer(reply, 200, { messaging_product: 'whatsapp', contacts: [], messages: [{ id }] })
    }
    if (path.endsWith('/message_templates') && method === 'GET') return answer(reply, 200, { data: [] })
    if (/\/\d+$/.test(path.split('?')[0] ?? ''))
      return answer(reply, 200, {
        status: state.phoneStatus,
        quality_rating: 'GREEN',
        messaging_limit_tier: 'TIER_1K',
      })
    return answer(reply, 200, { success: true })
  }
  const foundOf = ({ where }: Record<string, unknown>) => {
    const { remoteJid } = (where as { key: { remoteJid: string } }).key
    const records = sent
      .filter(({ to }) => state.keepsMessages && `${to}@s.whatsapp.net` === remoteJid)
      .map(({ id, text, at }) => ({
        key: { id, remoteJid, fromMe: true },
        message: { conversation: text },
        messageTimestamp: Math.floor(at / 1_000),
      }))
    return { total: records.length, pages: 1, currentPage: 1, records }
  }
  const evolution = (path: string, body: Record<string, unknown>, reply: ServerResponse) => {
    if (path === '/instance/create' && !state.creates) return answer(reply, 500, { error: 'as told' })
    if (path === '/instance/create')
      return answer(reply, 201, {
        instance: { instanceName: body.instanceName },
        hash: 'instance-token',
        qrcode: qrcode(),
      })
    if (path.startsWith('/instance/connect/')) return answer(reply, 200, qrcode())
    if (path.startsWith('/instance/connectionState/'))
      return answer(reply, 200, { instance: { instanceName: 'x', state: state.evolutionState } })
    if (path.startsWith('/message/sendText/')) {
      if (state.evolutionFault) return answer(reply, state.evolutionFault.status, state.evolutionFault.body)
      const { id } = take(body)
      if (state.hangsUp) return reply.socket?.destroy()
      return answer(reply, 201, { key: { remoteJid: '', fromMe: true, id } })
    }
    if (path.startsWith('/chat/findMessages/')) return answer(reply, 200, { messages: foundOf(body) })
    return answer(reply, 200, { status: 'SUCCESS' })
  }
  const server = createServer((request: IncomingMessage, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      const method = request.method ?? ''
      calls.push(`${method} ${path.split('?')[0] ?? ''}`)
      const text = Buffer.concat(chunks).toString()
      const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
      if (path.startsWith('/v23.0/')) graph(path, method, body, reply)
      else evolution(path, body, reply)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}`,
    state,
    sent,
    calls,
    reset: () => {
      sent.length = 0
      calls.length = 0
      Object.assign(state, {
        graphFault: null,
        evolutionFault: null,
        hangsUp: false,
        keepsMessages: true,
        phoneStatus: 'CONNECTED',
        evolutionState: 'connecting',
        noQr: false,
        creates: true,
      })
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => {
          resolve()
        })
      }),
  }
}
