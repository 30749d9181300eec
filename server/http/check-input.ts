import * as z from 'zod/mini'
import type { ErrorDetail } from '../../contract/shared/errors.ts'
import { lookup } from '../../contract/shared/lookup.ts'

/** The value as its schema gives it, or the fields that are wrong, in pt-BR. */
export type CheckedInput = { readonly value: unknown } | { readonly details: readonly ErrorDetail[] }

export function checkInput(schema: z.core.$ZodType, value: unknown): CheckedInput {
  const result = z.safeParse(schema, value)
  if (!result.success) return { details: result.error.issues.slice(0, 20).map(detailOf) }
  const path = pathOfUnstorable(result.data)
  if (!path) return { value: result.data }
  return { details: [{ path: path.join('.'), message: 'Há caracteres que não podem ser guardados.' }] }
}

function detailOf(issue: z.core.$ZodIssue): ErrorDetail {
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  return { path: [...issue.path, ...unknownKey].map(String).join('.'), message: issue.message }
}

/** PostgreSQL accepts neither NUL nor lone surrogates; JSON can contain both. Allocates nothing for a good value. */
function pathOfUnstorable(value: unknown): readonly string[] | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? [] : null
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) {
      const found = pathOfUnstorable(value[at])
      if (found) return [String(at), ...found]
    }
    return null
  }
  for (const key of Object.keys(value)) {
    const found = pathOfUnstorable(lookup(value as Readonly<Record<string, unknown>>, key))
    if (found) return [key, ...found]
  }
  return null
}
