import type { FastifyInstance } from 'fastify'

export interface CallsUnderWay {
  /** Accepts no further connection, and resolves when each call has its answer or the time is over. */
  drain(withinMs: number): Promise<void>
}

/** `app.close()` cuts off every connection, also that of an order that is just being saved. Before `listen`. */
export function watchCalls(app: FastifyInstance): CallsUnderWay {
  const drained = Promise.withResolvers<null>()
  let underWay = 0
  let draining = false
  app.addHook('onRequest', (_request, _reply, done) => {
    underWay += 1
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining) reply.header('connection', 'close')
    done()
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    underWay -= 1
    if (draining && underWay === 0) drained.resolve(null)
    done()
  })
  return {
    drain: async (withinMs) => {
      draining = true
      app.server.close()
      if (underWay === 0) return
      const timer = setTimeout(drained.resolve, withinMs, null)
      await drained.promise
      clearTimeout(timer)
    },
  }
}
