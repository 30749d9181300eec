const pattern = /(?<!\d)(\d{2})\.?(\d{3})[\s.-]?(\d{3})(?!\d)/

/** The CEP that a text names, and the text without it. */
export function zipCodeAt(text: string): { readonly zipCode: string; readonly rest: string } | null {
  const found = pattern.exec(text)
  if (!found) return null
  const [written, region = '', sector = '', door = ''] = found
  return { zipCode: `${region}${sector}${door}`, rest: text.replace(written, ', ') }
}

/** The CEP that a text names: eight digits. */
export const zipCodeIn = (text: string): string | null => zipCodeAt(text)?.zipCode ?? null
