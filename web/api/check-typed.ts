import { config, safeParse } from 'zod/mini'
import { speakPortuguese } from '../../contract/shared/validation-messages.ts'

// No code from strings: the content security policy forbids it.
config({ jitless: true })
speakPortuguese()

/** What the contract says of something typed, in Portuguese. Comes with the first form, not with the first page. */
export const checkTyped = safeParse
