/** "Açaí & Cia. do João" becomes "acai-cia-do-joao"; at least three letters, at most 50. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '')
  return words.length >= 3 ? words : `loja-${words || 'nova'}`
}
