import { config, safeParse } from 'zod/mini'
import { speakPortuguese } from '../../contract/shared/validation-messages.ts'

// The content security policy forbids code from strings.
config({ jitless: true })
speakPortuguese()

/** Validates form input and answers in Portuguese. Loaded with the first form, not with the first page. */
export const checkTyped = safeParse
