/** A size in a dish's name stays with its number: `Suco 500 ml`, `Combinado 20 peças`. */
export const keptUnits = (name: string): string => name.replaceAll(sizes, '$1\u00a0')

const sizes = /(\d) (?=(?:ml|l|litros?|kg|g|cm|peças|pedaços|fatias|unidades)(?![\p{L}\d]))/giu
