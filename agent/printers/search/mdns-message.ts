/** The parts of DNS messages (RFC 1035, 6762) that name printers: questions for services, and their answers. */
export interface MdnsRecords {
  /** Service → names of its instances. */
  readonly instances: ReadonlyMap<string, readonly string[]>
  /** Instance → host and port. */
  readonly places: ReadonlyMap<string, { readonly host: string; readonly port: number }>
  /** Host → IPv4 address. */
  readonly addresses: ReadonlyMap<string, string>
  /** Instance → `ty` of its text: maker and model. */
  readonly models: ReadonlyMap<string, string>
}

const [typeA, typePtr, typeTxt, typeSrv] = [1, 12, 16, 33]
/** Class IN, answered to the asker alone. */
const unicastIn = 0x8001

export function question(services: readonly string[]): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(services.length, 4)
  const tail = Buffer.alloc(4)
  tail.writeUInt16BE(typePtr, 0)
  tail.writeUInt16BE(unicastIn, 2)
  return Buffer.concat([head, ...services.flatMap((service) => [nameBytes(service), tail])])
}

/** Any device on the network may have written the message: null when it is not one, never an endless loop. */
export function readMessage(message: Buffer): MdnsRecords | null {
  try {
    return records(message)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const maxRecords = 200
const maxJumps = 20

function records(message: Buffer): MdnsRecords {
  const instances = new Map<string, string[]>()
  const places = new Map<string, { host: string; port: number }>()
  const addresses = new Map<string, string>()
  const models = new Map<string, string>()
  const questions = message.readUInt16BE(4)
  const answers = message.readUInt16BE(6) + message.readUInt16BE(8) + message.readUInt16BE(10)
  if (questions + answers > maxRecords) throw new RangeError('too many records')
  let at = 12
  for (let read = 0; read < questions; read += 1) at = nameAt(message, at).end + 4
  for (let read = 0; read < answers; read += 1) {
    const { name, end } = nameAt(message, at)
    const type = message.readUInt16BE(end)
    const length = message.readUInt16BE(end + 8)
    const data = end + 10
    at = data + length
    if (at > message.length) throw new RangeError('cut')
    const key = name.toLowerCase()
    if (type === typePtr) instances.set(key, [...(instances.get(key) ?? []), nameAt(message, data).name])
    if (type === typeSrv)
      places.set(key, {
        host: nameAt(message, data + 6).name.toLowerCase(),
        port: message.readUInt16BE(data + 4),
      })
    if (type === typeA && length === 4) addresses.set(key, message.subarray(data, at).join('.'))
    const model = type === typeTxt ? modelIn(message.subarray(data, at)) : null
    if (model !== null) models.set(key, model)
  }
  return { instances, places, addresses, models }
}

/** Labels up to a zero, or up to a pointer to where they go on. */
function nameAt(message: Buffer, start: number): { readonly name: string; readonly end: number } {
  const labels: string[] = []
  let at = start
  let end: number | null = null
  for (let jumps = 0; jumps <= maxJumps;) {
    const length = message.readUInt8(at)
    if (length === 0) return { name: labels.join('.'), end: end ?? at + 1 }
    if (length >= 0xc0) {
      end ??= at + 2
      at = message.readUInt16BE(at) & 0x3fff
      jumps += 1
      continue
    }
    if (labels.length > 127 || at + 1 + length > message.length) throw new RangeError('cut')
    labels.push(message.toString('utf8', at + 1, at + 1 + length))
    at += 1 + length
  }
  throw new RangeError('a name without an end')
}

function modelIn(text: Buffer): string | null {
  for (let at = 0; at < text.length; at += 1 + (text[at] ?? 0)) {
    const entry = text.toString('utf8', at + 1, at + 1 + (text[at] ?? 0))
    if (/^ty=./i.test(entry)) return entry.slice(3)
  }
  return null
}

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => {
      const bytes = Buffer.from(label)
      return Buffer.concat([Buffer.from([bytes.length]), bytes])
    }),
    Buffer.from([0]),
  ])
