import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import { generate } from 'selfsigned'
import type { PushMessage } from '../../contract/notifications/push.ts'

interface TakenPush {
  readonly message: PushMessage
  readonly topic: string
  readonly ttl: number
  readonly urgency: string
  /** Who signed: the VAPID key that the browser subscribed with, and whom to write to. */
  readonly publicKey: string
  readonly subject: string
}

/** A browser as its push service knows it: the keys that only it has. */
export interface PlayedBrowser {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
  readonly taken: TakenPush[]
  /** What the service answers; 201 takes the message. */
  answer: number
}

export type PlayedPushService = Awaited<ReturnType<typeof playPushService>>

/** A push service over real TLS, as RFC 8030, 8291 and 8292 describe it: checks the signature, decrypts. */
export async function playPushService() {
  const pem = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    // TLS goes by the clock of the machine.
    notBeforeDate: new Date('2020-01-01'),
    notAfterDate: new Date('2100-01-01'),
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  })
  const browsers = new Map<string, { browser: PlayedBrowser; own: ECDH; auth: Buffer }>()
  const server = createServer({ key: pem.private, cert: pem.cert }, (request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const known = browsers.get(request.url ?? '')
      if (known?.browser.answer !== 201) {
        reply.writeHead(known?.browser.answer ?? 404).end()
        return
      }
      signed(request.headers.authorization ?? '', origin)
        .then((signature) => {
          const text = decrypt(Buffer.concat(chunks), known.own, known.auth)
          known.browser.taken.push({
            message: JSON.parse(text) as PushMessage,
            topic: String(request.headers.topic),
            ttl: Number(request.headers.ttl),
            urgency: String(request.headers.urgency),
            ...signature,
          })
          reply.writeHead(201).end()
        })
        .catch((error: unknown) => reply.writeHead(403).end(String(error)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `localhost:${(server.address() as AddressInfo).port}`
  const origin = `https://${host}`
  return {
    host,
    certificate: pem.cert,
    browser: (): PlayedBrowser => {
      const own = createECDH('prime256v1')
      own.generateKeys()
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(8).toString('hex')}`
      const browser: PlayedBrowser = {
        endpoint: origin + path,
        keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
        taken: [],
        answer: 201,
      }
      browsers.set(path, { browser, own, auth })
      return browser
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** RFC 8292: `vapid t=<jwt>, k=<public key>`. */
async function signed(header: string, audience: string): Promise<{ publicKey: string; subject: string }> {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(header) ?? []
  const point = Buffer.from(publicKey, 'base64url')
  const { payload } = await jwtVerify(
    token,
    {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    { audience },
  )
  return { publicKey, subject: String(payload.sub) }
}

/** RFC 8291 over RFC 8188's single record. */
function decrypt(body: Buffer, own: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + (body[20] ?? 0))
  const sealed = body.subarray(21 + sender.length)
  const expand = (secret: Buffer, by: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, info, bytes))
  const key = expand(
    own.computeSecret(sender),
    auth,
    Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]),
    32,
  )
  const content = createDecipheriv(
    'aes-128-gcm',
    expand(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    expand(key, salt, 'Content-Encoding: nonce\0', 12),
  )
  content.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([content.update(sealed.subarray(0, -16)), content.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}
