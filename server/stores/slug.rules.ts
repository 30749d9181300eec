import { slugOf as wordsOf } from '../../contract/shared/slug-of.ts'

/** "Açaí & Cia. do João" becomes "acai-cia-do-joao"; at least three letters, at most 50. */
export function slugOf(name: string): string {
  const words = wordsOf(name, 50)
  return words.length >= 3 ? words : `loja-${words || 'nova'}`
}
