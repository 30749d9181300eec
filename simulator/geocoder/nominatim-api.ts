import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** One object of the map: a house, or a piece of a street. */
export interface MapObject {
  readonly road: string
  /** Absent: a piece of a street. */
  readonly houseNumber?: string
  readonly suburb?: string
  readonly city: string
  /** As in ISO 3166-2, without the country: `SP`. */
  readonly state: string
  readonly lat: number
  readonly lng: number
  /** From its middle to each side; absent: a house. */
  readonly reachDegrees?: number
}

interface TakenCall {
  /** Epoch milliseconds. */
  readonly at: number
  readonly status: number
  readonly userAgent: string
  readonly street: string
}

interface FaultyAnswer {
  readonly status: number
  readonly body: string
  readonly retryAfter?: string
}

/** What the map holds, and who asked. */
export class GeocoderWorld {
  objects: readonly MapObject[] = []
  readonly calls: TakenCall[] = []
  /** Answers in place of the search; `silent`: nothing, ever; null: no fault. */
  fault: FaultyAnswer | 'silent' | null = null
  tooFast = 0
}

/** The usage policy of nominatim.openstreetmap.org: an absolute maximum of one request a second. */
const everyMs = 1_000
/** A caller that got 429 this often gets 403. */
const maxTooFast = 5
/** Stock names of HTTP libraries will not do. */
const stockNames = /^(?:$|(?:node|undici|axios|curl|wget|python|go-http-client|java|okhttp)\b)/i
const maxResults = 40

/** Plays `/search` of Nominatim with structured queries, under the limits of its public server. */
export function nominatimApi(app: FastifyInstance, world: GeocoderWorld): void {
  app.get('/search', (request, reply) => {
    const query = request.query as Readonly<Record<string, string>>
    const status = statusFor(world, request)
    world.calls.push({
      at: Date.now(),
      status,
      userAgent: request.headers['user-agent'] ?? '',
      street: query.street ?? '',
    })
    // Answered by nobody: the connection stays open.
    if (world.fault === 'silent') return reply.hijack()
    if (world.fault) return faulty(reply, world.fault)
    if (status === 429) return reply.code(429).header('retry-after', '60').send('Too Many Requests')
    if (status === 403) return reply.code(403).type('text/html').send('<h1>Access blocked</h1>')
    if (!query.street && !query.city)
      return reply.code(400).send({ error: { code: 400, message: 'Nothing to search for.' } })
    return found(world.objects, query)
  })
}

function statusFor(world: GeocoderWorld, { headers }: FastifyRequest): number {
  if (world.tooFast >= maxTooFast || stockNames.test(headers['user-agent'] ?? '')) return 403
  const before = world.calls.at(-1)?.at ?? 0
  if (Date.now() - before >= everyMs) return 200
  world.tooFast += 1
  return 429
}

const faulty = (reply: FastifyReply, { status, body, retryAfter }: FaultyAnswer) =>
  (retryAfter ? reply.header('retry-after', retryAfter) : reply)
    .code(status)
    .type('application/json')
    .send(body)

/** Houses with the number first; without one, all pieces of the street, or the first of them where they may be merged. */
function found(objects: readonly MapObject[], query: Readonly<Record<string, string>>) {
  const [, number = '', road = ''] = /^(?:(\d\S*)\s+)?(.*)$/.exec(query.street ?? '') ?? []
  const ofStreet = objects.filter(
    (object) => same(object.road, road) && (!query.city || same(object.city, query.city)),
  )
  const houses = ofStreet.filter(({ houseNumber }) => number !== '' && houseNumber === number)
  const pieces = ofStreet.filter(({ houseNumber }) => houseNumber === undefined)
  const limit = Math.min(maxResults, Number(query.limit ?? 10))
  const merged = query.dedupe === '0' ? pieces : pieces.slice(0, 1)
  return (houses.length > 0 ? houses : merged).slice(0, limit).map((object) => resultOf(object, query))
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
const same = (one: string, other: string) => plain(one) === plain(other)

function resultOf(object: MapObject, { addressdetails: details }: Readonly<Record<string, string>>) {
  const { road, houseNumber, suburb, city, state, lat, lng, reachDegrees = 0.000_05 } = object
  const sides = [lat - reachDegrees, lat + reachDegrees, lng - reachDegrees, lng + reachDegrees]
  return {
    licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
    lat: lat.toFixed(7),
    lon: lng.toFixed(7),
    category: houseNumber ? 'place' : 'highway',
    type: houseNumber ? 'house' : 'residential',
    place_rank: houseNumber ? 30 : 26,
    addresstype: houseNumber ? 'place' : 'road',
    name: houseNumber ? '' : road,
    display_name: [houseNumber, road, suburb, city, state, 'Brasil'].filter(Boolean).join(', '),
    boundingbox: sides.map((side) => side.toFixed(7)),
    ...(details === '1'
      ? {
          address: {
            ...(houseNumber ? { house_number: houseNumber } : {}),
            road,
            ...(suburb ? { suburb } : {}),
            city,
            'ISO3166-2-lvl4': `BR-${state}`,
            country: 'Brasil',
            country_code: 'br',
          },
        }
      : {}),
  }
}
