import * as z from 'zod/mini'

/** Below the largest `integer` of PostgreSQL (2³¹ − 1), so that one more still fits. */
const maxInteger = 2_000_000_000

/** An integer that a column can hold; every integer that a call accepts is one or has narrower bounds. */
export const columnInteger = (message = 'Informe um número inteiro.') =>
  z.int(message).check(z.gte(-maxInteger, message), z.lte(maxInteger, message))

/** The version of what the person saw; 0 before it was saved for the first time. */
export const seenRevision = (message = 'Falta a versão.') =>
  z.int(message).check(z.gte(0, message), z.lte(maxInteger, message))
