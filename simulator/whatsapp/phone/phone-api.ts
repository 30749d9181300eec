import type { FastifyInstance } from 'fastify'
import { phonePage } from './phone-page.ts'

/** What a visitor's phone can do in either simulator. Numbers are digits with the country code. */
export interface CustomerPhones {
  lines(): readonly PhoneLine[]
  /** Oldest first. */
  thread(lineId: string, number: string): readonly PhoneBubble[]
  /** False: no such line, or nothing to choose like that. */
  write(lineId: string, message: PhoneMessage): boolean
  ownerWrites(lineId: string, number: string, text: string): boolean
}

interface PhoneLine {
  readonly id: string
  readonly name: string
  readonly number: string
  readonly works: boolean
}

interface PhoneBubble {
  readonly id: string
  readonly by: 'customer' | 'store' | 'owner'
  readonly text: string
  readonly choices: {
    /** Null: buttons that show at once. */
    readonly button: string | null
    readonly rows: readonly {
      readonly id: string
      readonly title: string
      readonly description: string | null
      readonly section: string | null
    }[]
  } | null
  /** Ms. */
  readonly at: number
  readonly status: string
}

interface PhoneMessage {
  readonly number: string
  readonly name?: string
  readonly text?: string
  readonly choose?: string
  readonly location?: { readonly latitude: number; readonly longitude: number }
  readonly media?: string
}

/** A page that shows a customer's phone, so that a visitor can chat with a store. Loopback only. */
export function phoneApi(app: FastifyInstance, phones: CustomerPhones): void {
  app.get('/phone', (_request, reply) => reply.type('text/html; charset=utf-8').send(phonePage))
  app.get('/phone/lines', () => phones.lines())
  app.get('/phone/thread', (request) => {
    const { line = '', number = '' } = request.query as Record<string, string>
    return phones.thread(line, number.replaceAll(/\D/g, ''))
  })
  app.post('/phone/messages', (request, reply) => {
    const { line, owner, ...message } = request.body as PhoneMessage & { line: string; owner?: boolean }
    const number = message.number.replaceAll(/\D/g, '')
    const done = owner
      ? phones.ownerWrites(line, number, message.text ?? '')
      : phones.write(line, { ...message, number })
    return reply.code(done ? 200 : 404).send({ done })
  })
}
