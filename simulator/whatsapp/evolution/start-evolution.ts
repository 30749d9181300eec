import fastify from 'fastify'
import { phoneApi } from '../phone/phone-api.ts'
import { evolutionApi } from './evolution-api.ts'
import { evolutionControl } from './evolution-control.ts'
import type { EvolutionEnv } from './evolution-env.ts'
import { evolutionPhones } from './evolution-phones.ts'
import { EvolutionWorld } from './evolution-world.ts'

export interface EvolutionSimulator {
  readonly url: string
  readonly world: EvolutionWorld
  stop(): Promise<void>
}

/** Listens on loopback; port 0 selects a free port. */
export async function startEvolution(env: EvolutionEnv): Promise<EvolutionSimulator> {
  const world = new EvolutionWorld(env)
  const app = fastify({ forceCloseConnections: true })
  evolutionApi(app, world)
  evolutionControl(app, world)
  phoneApi(app, evolutionPhones(world))
  const url = await app.listen({ port: env.port, host: '127.0.0.1' })
  return {
    url,
    world,
    stop: async () => {
      world.stop()
      await app.close()
    },
  }
}
