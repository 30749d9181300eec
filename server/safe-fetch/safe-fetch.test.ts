import { request } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import { parse } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPublic, publicAgent } from './public-agent.ts'
import { userUrl } from './user-url.ts'

const hostile = [
  'https://127.0.0.1;.push.apple.com/x',
  'https://127.0.0.1{.push.apple.com/x',
  'https://127.0.0.1`.push.apple.com/x',
  "https://127.0.0.1'.push.apple.com/x",
  'https://127.0.0.1".push.apple.com/x',
  'https://127.0.0.1 .push.apple.com/x',
  'https://127.0.0.1\\.push.apple.com/x',
  'https://127.0.0.1#.push.apple.com/x',
  'https://127.0.0.1\t.push.apple.com/x',
  'https://fcm.googleapis.com@127.0.0.1/x',
  'https://user:secret@fcm.googleapis.com/x',
  'https://fcm.googleapis.com:22/x',
  'https://fcm.googleapis.com:443/x',
  'https://[::1]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://127.1/x',
  'https://localhost/x',
  'https://fcm.googleapis.com./x',
  'https://fcm。googleapis.com/x',
  'http://fcm.googleapis.com/x',
  'https:/fcm.googleapis.com/x',
  'https:\\\\fcm.googleapis.com/x',
  'https://-a.push.apple.com/x',
  'https://a%2e.push.apple.com/x',
  'ftp://fcm.googleapis.com/x',
  '//fcm.googleapis.com/x',
]

describe('an address that a user gave', () => {
  test.each(hostile)('%s is rejected', (text) => {
    expect(userUrl(text)).toBeNull()
  })

  test.each([
    'https://fcm.googleapis.com/fcm/send/dQw4w9WgXcQ:APA91b-x_y',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAAAB?x=1&y=%20',
    'https://wns2-by3p.notify.windows.com/w/?token=BQYAAAD%2f',
  ])('%s is taken as it is', (text) => {
    expect(userUrl(text)?.href).toBe(text)
  })

  test('whatever is taken, every parser finds the same plain host in it', () => {
    const piece = fc.constantFrom(
      ...Array.from('ab.1-:/@\\#?;`{\'" %[]\t'),
      'https://',
      'a.example',
      '127.0.0.1',
      '.com/',
    )
    let taken = 0
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const url = userUrl(`https://${pieces.join('')}`)
        if (!url) return
        taken += 1
        const legacy = parse(`https://${pieces.join('')}`)
        expect([legacy.hostname, legacy.port, legacy.auth]).toEqual([url.hostname, null, null])
        expect([url.port, url.username, url.password]).toEqual(['', '', ''])
        expect(url.hostname).toMatch(/^[a-z0-9.-]+$/)
      }),
      { numRuns: 5_000 },
    )
    expect(taken).toBeGreaterThan(50)
  })
})

describe('an agent for the public internet', () => {
  let connections = 0
  const listener = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  const port = () => (listener.address() as AddressInfo).port
  beforeAll(() => new Promise<void>((resolve) => listener.listen(0, '::', resolve)))
  afterAll(() => new Promise<void>((resolve) => listener.close(() => resolve())))

  const fault = (host: string, agent?: ReturnType<typeof publicAgent>) =>
    new Promise<string>((resolve) => {
      const outgoing = request({ host, port: port(), path: '/', agent })
      outgoing.on('error', (error) => resolve(error.name))
      outgoing.end()
    })

  test('reaches nothing on this machine, by name, by number or by IPv4 inside IPv6', async () => {
    for (const host of ['localhost', '127.0.0.1', '::1', '::ffff:127.0.0.1', '0.0.0.0', '127.8.9.10'])
      expect(await fault(host, publicAgent()).catch((error: Error) => error.name), host).toBe(
        'NotPublicError',
      )
    expect(connections).toBe(0)
    // The listener hears who does connect.
    await fault('127.0.0.1')
    expect(connections).toBe(1)
  })

  test.each([
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    '::',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '::10.0.0.1',
    '::7f00:1',
    '::a00:1',
    '::2',
    '1fff::1',
    '4000::1',
    'fe00::1',
    '2001:db8::1',
    '2001::7f00:1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'no address',
  ])('%s is not public', (address) => {
    expect(isPublic(address)).toBe(false)
  })

  test.each(['8.8.8.8', '17.57.144.1', '2a00:1450:4001:82a::200a', '::ffff:8.8.8.8'])(
    '%s is public',
    (address) => {
      expect(isPublic(address)).toBe(true)
    },
  )
})
