import { publishedRules } from '../../../contract/shared/channels.ts'

/**
 * Parses a document of a marketplace. Where its ids are integers of 64 bits, those that JavaScript would round stay
 * text with all their digits. Throws SyntaxError.
 */
export function readJson(platform: string, text: string): unknown {
  return publishedRules(platform)?.idKind === 'integer64' ? JSON.parse(text, keepDigits) : JSON.parse(text)
}

/** The same, and `otherwise` for a text that is no JSON. */
export function readJsonOr<T>(platform: string, text: string, otherwise: T): unknown {
  try {
    return readJson(platform, text)
  } catch {
    return otherwise
  }
}

/** The types of `JSON.parse` do not name its third argument yet, the text of the value. */
const keepDigits = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? context?.source : value
