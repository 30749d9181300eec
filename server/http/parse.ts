import type * as z from 'zod/mini'
import { AppError } from '../errors/app-error.ts'
import { checkInput, type CheckedInput } from './check-input.ts'

/** Parses input; a failure names each field in pt-BR. */
export const parseInput = (schema: z.core.$ZodType, value: unknown): unknown =>
  checkedValue(checkInput(schema, value))

/** Throws for fields that are wrong. */
export function checkedValue(checked: CheckedInput): unknown {
  if ('details' in checked) throw new AppError('validation/invalid', { details: checked.details })
  return checked.value
}
