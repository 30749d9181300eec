import fastify from 'fastify'
import { phoneApi } from '../phone/phone-api.ts'
import { graphApi } from './graph-api.ts'
import { graphControl } from './graph-control.ts'
import type { GraphEnv } from './graph-env.ts'
import { graphPhones } from './graph-phones.ts'
import { GraphWorld } from './graph-world.ts'

export interface GraphSimulator {
  readonly url: string
  readonly world: GraphWorld
  stop(): Promise<void>
}

/** Listens on loopback; port 0 selects a free port. */
export async function startGraph(env: GraphEnv): Promise<GraphSimulator> {
  const world = new GraphWorld(env)
  const app = fastify({ forceCloseConnections: true, bodyLimit: 20 * 1024 * 1024 })
  graphControl(app, world)
  phoneApi(app, graphPhones(world))
  graphApi(app, world)
  const url = await app.listen({ port: env.port, host: '127.0.0.1' })
  return {
    url,
    world,
    stop: async () => {
      world.webhooks.stop()
      await app.close()
    },
  }
}
