import * as z from 'zod/mini'
import type { ErrorDetail } from '../../contract/errors.ts'
import { AppError } from './app-error.ts'

/** Parses input; a failure names each field in pt-BR. */
export function parseInput(schema: z.core.$ZodType, value: unknown): unknown {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  throw new AppError('validation/invalid', { details: result.error.issues.slice(0, 20).map(detailOf) })
}

function detailOf(issue: z.core.$ZodIssue): ErrorDetail {
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  return { path: [...issue.path, ...unknownKey].map(String).join('.'), message: issue.message }
}
