import * as core from 'zod/v4/core'

/**
 * Objects of zod/mini are looked through key by key, which keeps the browser's files small and needs no
 * `eval` there. On the server the same schema parses by zod's compiled objects: the day of a hundred stores
 * in a third of the time (docs/adr/0001). Changes the schema itself, so each is done once.
 */
export function compileObjects(schema: core.$ZodType): void {
  if (compiled.has(schema)) return
  compiled.add(schema)
  const { def } = schema._zod as core.$ZodTypes['_zod']
  for (const part of Object.values(def)) partsOf(part).forEach(compileObjects)
  if (def.type !== 'object') return
  Object.values(def.shape).forEach((field) => compileObjects(field))
  compiledObject.init(schema as core.$ZodObject, def)
  // Without checks `run` is the parse that the schema was made with.
  if (!def.checks?.length) schema._zod.run = (payload, context) => schema._zod.parse(payload, context)
}

const compiledObject: core.$constructor<core.$ZodObject> = core.$ZodObjectJIT
const compiled = new WeakSet<core.$ZodType>()

const partsOf = (part: unknown): readonly core.$ZodType[] =>
  Array.isArray(part) ? part.flatMap(partsOf) : part instanceof core.$ZodType ? [part] : []
