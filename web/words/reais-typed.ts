/** Centavos as a person types them into a field: `24,90`. */
export const reaisTyped = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',')
