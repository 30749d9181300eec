/** "Açaí nº 2" becomes "Acai no 2": letters lose their accents, and compatible forms (ª, ２, ﬁ) become plain ones. */
export const withoutAccents = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '')

/** For comparing and searching: without accents, case, outer and repeated blanks. */
export const folded = (text: string): string =>
  withoutAccents(text).toLowerCase().replaceAll(/\s+/g, ' ').trim()
