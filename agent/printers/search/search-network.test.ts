import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  announcement,
  MdnsResponder,
  type AnnouncedPrinter,
} from '../../../simulator/printer/mdns-responder.ts'
import { NetworkPrinter } from '../../../simulator/printer/network-printer.ts'
import { askMdns, printersIn } from './ask-mdns.ts'
import { question, readMessage } from './mdns-message.ts'
import { ownNetworks } from './own-networks.ts'
import { scanPort } from './scan-port.ts'
import { searchNetwork } from './search-network.ts'

const raw = '_pdl-datastream._tcp.local'
const kitchen: AnnouncedPrinter = {
  instance: 'Impressora São João',
  model: 'EPSON TM-T20X',
  service: raw,
  host: 'epson-1234.local',
  address: '127.0.0.1',
  port: 9100,
}
let paper: NetworkPrinter
let responder: MdnsResponder
let ask: typeof askMdns

beforeEach(async () => {
  paper = new NetworkPrinter()
  await paper.switchOn()
  responder = new MdnsResponder()
  const port = await responder.start()
  ask = () => askMdns({ address: '127.0.0.1', port, listenMs: 150 })
})
afterEach(async () => {
  responder.stop()
  await paper.switchOff()
})

test('an address that takes a connection on the port is found, and it receives no byte', async () => {
  expect(await scanPort(['127.0.0.1', '127.0.0.2', '127.0.0.3'], paper.port)).toEqual(['127.0.0.1'])
  expect([paper.begun, paper.tickets]).toEqual([0, []])
})

test('a printer that is found by its port has the name that it gives itself by any service', async () => {
  responder.printers = [{ ...kitchen, service: '_ipp._tcp.local', port: 631 }]
  expect(await searchNetwork({ hosts: ['127.0.0.1', '127.0.0.2'], port: paper.port, ask })).toEqual([
    { address: '127.0.0.1', name: 'EPSON TM-T20X', answers: true },
  ])
})

test('a printer that only names itself is found too, with its own port, and one that takes no connection is marked', async () => {
  responder.printers = [
    { ...kitchen, port: paper.port },
    { ...kitchen, instance: 'Desligada', model: undefined, host: 'b.local', address: '127.0.0.9', port: 9 },
  ]
  expect(await searchNetwork({ hosts: [], port: 9100, ask })).toEqual([
    { address: paper.address, name: 'EPSON TM-T20X', answers: true },
    { address: '127.0.0.9:9', name: 'Desligada', answers: false },
  ])
})

test('a network without answers has no printers', async () => {
  expect(await searchNetwork({ hosts: ['127.0.0.2'], port: paper.port, ask })).toEqual([])
  expect(responder.questions).toHaveLength(1)
  expect(readMessage(responder.questions[0] ?? Buffer.alloc(0))).not.toBeNull()
})

test('what other devices send is passed over, and the printer among it is found', async () => {
  const whole = announcement(kitchen)
  responder.noise = [Buffer.alloc(0), Buffer.from('GET / HTTP/1.1'), whole.subarray(0, 40), question([raw])]
  responder.printers = [kitchen]
  expect((await ask()).raw).toEqual([{ host: '127.0.0.1', port: 9100, name: 'EPSON TM-T20X' }])
})

test('no message makes the reader loop or fail, whatever a device writes', () => {
  // A name that points at itself.
  const loop = Buffer.concat([
    Buffer.from([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
    Buffer.from([0xc0, 12, 0, 12, 0, 1]),
  ])
  expect(readMessage(loop)).toBeNull()
  const whole = announcement(kitchen)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(whole.length), (bytes, at) => {
      readMessage(Buffer.from(bytes))
      const changed = Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at)])
      const read = readMessage(changed)
      if (read) printersIn([read])
    }),
    { numRuns: 2_000 },
  )
})

test('a name without letters for a screen is cleaned, and a hostile count of records is refused', () => {
  const read = readMessage(announcement({ ...kitchen, model: 'EPSON\u0007\u202eTM' }))
  expect(read && printersIn([read]).raw[0]?.name).toBe('EPSON  TM')
  const many = Buffer.from(announcement(kitchen))
  many.writeUInt16BE(60_000, 6)
  expect(readMessage(many)).toBeNull()
})

test('the private networks of the computer are searched, of a large one only the part around it', () => {
  const on = (address: string, cidr: string, internal = false) => [
    { address, cidr, family: 'IPv4' as const, internal, netmask: '', mac: '' },
  ]
  const networks = ownNetworks({
    eth0: on('192.168.0.7', '192.168.0.7/24'),
    wlan0: on('10.1.2.3', '10.1.2.3/16'),
    docker0: on('172.17.0.1', '172.17.0.1/16'),
    lo: on('127.0.0.1', '127.0.0.1/8', true),
    ppp0: on('200.1.2.3', '200.1.2.3/24'),
  })
  expect(networks.map(({ cidr, hosts }) => [cidr, hosts.length, hosts[0], hosts.at(-1)])).toEqual([
    ['192.168.0.0/24', 253, '192.168.0.1', '192.168.0.254'],
    ['10.1.0.0/16', 253, '10.1.2.1', '10.1.2.254'],
  ])
  expect(networks[0]?.hosts).not.toContain('192.168.0.7')
})
