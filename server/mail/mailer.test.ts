import { createServer, type AddressInfo, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import { createMailer } from './mailer.ts'

let server: SMTPServer | null = null
afterEach(
  () =>
    new Promise<void>((resolve) => {
      if (server) server.close(() => resolve())
      else resolve()
    }),
)

/** A real SMTP server on loopback; returns its port and the received mails. */
async function smtp(refuse = false) {
  const received: { from: string; to: string[]; text: string }[] = []
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      if (refuse) done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
      else done()
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map((one) => one.address),
          text: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
  })
  const listening = server
  await new Promise<void>((resolve) => {
    listening.listen(0, '127.0.0.1', () => resolve())
  })
  const address = listening.server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, received }
}

const mail = {
  id: '0198f0c2-0000-7000-8000-000000000001',
  recipient: 'dona@loja.example',
  subject: 'Escolha uma nova senha no Balcão',
  text: 'Olá!\n\nhttps://painel.example/reset-password#x',
  html: '<p>Olá!</p>',
}

test('a mail is sent by SMTP with text and HTML, from the configured address, with the given Message-ID', async () => {
  const { port, received } = await smtp()
  const mailer = createMailer({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Balcão <nao-responda@painel.example>',
    PUBLIC_URL: undefined,
  })
  await mailer?.send(mail)
  mailer?.close()
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ from: 'nao-responda@painel.example', to: ['dona@loja.example'] })
  const text = received[0]?.text ?? ''
  for (const part of [
    `<${mail.id}@painel.example>`,
    'multipart/alternative',
    'text/plain',
    'text/html',
    'Content-Language: pt-BR',
  ])
    expect(text).toContain(part)
})

test('a rejected address is an error, so that the mail is retried instead of lost silently', async () => {
  const { port } = await smtp(true)
  const mailer = createMailer({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'a@b.example',
    PUBLIC_URL: undefined,
  })
  await expect(mailer?.send(mail)).rejects.toThrow(/no such mailbox|rejected/)
  mailer?.close()
})

/** An SMTP server that answers these lines, one for each thing it is sent, and is silent from then on. */
async function silentAfter(answers: readonly string[]) {
  const open = new Set<Socket>()
  const listening = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    const left = [...answers]
    const say = () => {
      const line = left.shift()
      if (line !== undefined) socket.write(`${line}\r\n`)
    }
    say()
    socket.on('data', say)
  })
  await new Promise<void>((resolve) => {
    listening.listen(0, '127.0.0.1', () => resolve())
  })
  return { port: (listening.address() as AddressInfo).port, open, stop: () => listening.close() }
}

test.each([
  ['says nothing at all', []],
  ['greets, and then says nothing', ['220 hello']],
  ['takes the address, and then says nothing', ['220 hello', '250 hello', '250 ok', '250 ok']],
  [
    'takes the whole mail, and never says that it has it',
    ['220 hello', '250 hello', '250 ok', '250 ok', '354 go'],
  ],
])(
  'a mail server that %s holds one attempt for a limited time, and no connection',
  async (_what, answers) => {
    const { port, open, stop } = await silentAfter(answers)
    const mailer = createMailer(
      { SMTP_URL: `smtp://127.0.0.1:${String(port)}`, MAIL_FROM: 'a@b.example', PUBLIC_URL: undefined },
      300,
    )
    await expect(mailer?.send(mail)).rejects.toThrow()
    await until(() => open.size === 0)
    mailer?.close()
    stop()
  },
)

test('without SMTP_URL there is no mailer, and mails stay in the development mailbox', () => {
  expect(createMailer({ SMTP_URL: undefined, MAIL_FROM: undefined, PUBLIC_URL: undefined })).toBeNull()
})
