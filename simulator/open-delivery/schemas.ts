import { readFileSync } from 'node:fs'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'

const file = new URL('schemas-v1.7.0.json', import.meta.url)
const id = 'https://opendelivery.example/v1.7.0'

/** A server whose calls are held against the official schemas of version 1.7. What the standard does not name may be there. */
export function conformingServer(): FastifyInstance {
  const app = fastify({
    forceCloseConnections: true,
    ajv: {
      customOptions: {
        strict: false,
        allErrors: true,
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        formats: { decimal: true, float: true, double: true, URI: true },
      },
    },
  })
  app.addSchema({ $id: id, ...(JSON.parse(readFileSync(file, 'utf8')) as object) })
  return app
}

type SchemaRef = { readonly $ref: string }
const refs = new Map<string, SchemaRef>()

/** The official schema of this name, for the body of a call. The same object each time: a server compiles it once. */
export function schemaOf(name: string): SchemaRef {
  const ref = refs.get(name) ?? { $ref: `${id}#/components/schemas/${name}` }
  refs.set(name, ref)
  return ref
}

/** Throws where this document is not what the standard says. */
export function mustConform(request: FastifyRequest, name: string, document: unknown): void {
  const validate = request.compileValidationSchema(schemaOf(name))
  if (!validate(document)) throw new Error(`${name}: ${JSON.stringify(validate.errors)}`)
}
