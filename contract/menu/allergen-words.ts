import type { Allergen, TaxClass } from './menu-fields.ts'

/** As the panel and a label name them. */
export const allergenNames: Readonly<Record<Allergen, string>> = {
  GLUTEN: 'glúten',
  WHEAT: 'trigo',
  RYE: 'centeio',
  BARLEY: 'cevada',
  OAT: 'aveia',
  CRUSTACEANS: 'crustáceos',
  EGGS: 'ovos',
  FISH: 'peixe',
  PEANUTS: 'amendoim',
  SOYBEANS: 'soja',
  MILK: 'leite',
  LACTOSE: 'lactose',
  ALMONDS: 'amêndoa',
  HAZELNUTS: 'avelã',
  CASHEW_NUTS: 'castanha-de-caju',
  BRAZIL_NUTS: 'castanha-do-pará',
  MACADAMIA_NUTS: 'macadâmia',
  WALNUTS: 'nozes',
  PECAN_NUTS: 'pecã',
  PISTACHIOS: 'pistache',
  TREE_NUTS: 'outras castanhas',
  SESAME_SEEDS: 'gergelim',
  MUSTARD: 'mostarda',
  CELERY: 'aipo',
  MOLLUSCS: 'moluscos',
  LUPINE: 'tremoço',
  SULPHUR_DIOXIDE: 'sulfitos',
  NO_DECLARED_ALLERGENS: 'sem alergênicos',
}

export const taxClassNames: Readonly<Record<TaxClass, string>> = {
  PREPARED: 'Preparado aqui',
  RESALE: 'Revenda',
  ALCOHOLIC: 'Bebida alcoólica',
}

/** `Contém glúten e leite.`, `Sem alergênicos.`; empty when nobody said. */
export function allergenWords(allergen: readonly Allergen[]): string {
  if (allergen.includes('NO_DECLARED_ALLERGENS')) return 'Sem alergênicos.'
  const names = allergen.map((one) => allergenNames[one])
  if (names.length === 0) return ''
  return `Contém ${names.length === 1 ? names.join('') : `${names.slice(0, -1).join(', ')} e ${names.at(-1) ?? ''}`}.`
}
