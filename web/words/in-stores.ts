import { plural } from './format.ts'

/** ` em Norte Grill Centro`, ` em Brasa & Cia e Cantina Aurora`, ` em 3 lojas`; empty where only one store is shown. */
export function inStores(names: readonly string[], shownStores: number): string {
  const different = [...new Set(names)]
  if (shownStores <= 1 || different.length === 0) return ''
  return different.length <= 2
    ? ` em ${new Intl.ListFormat('pt-BR').format(different)}`
    : ` em ${plural(different.length, 'loja', 'lojas')}`
}
