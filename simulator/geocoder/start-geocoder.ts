import fastify from 'fastify'
import { GeocoderWorld, nominatimApi } from './nominatim-api.ts'

export interface GeocoderSimulator {
  /** Of the search, as GEOCODER_URL takes it. */
  readonly url: string
  readonly world: GeocoderWorld
  stop(): Promise<void>
}

/** In this process, on loopback and a free port. */
export async function startGeocoder(): Promise<GeocoderSimulator> {
  const world = new GeocoderWorld()
  const app = fastify({ forceCloseConnections: true })
  nominatimApi(app, world)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url: `${url}/search`, world, stop: () => app.close() }
}
