/** `YYYY-MM` of this month and those before it, newest first. */
export function monthsBefore(day: string, count: number): readonly string[] {
  const [year = 2000, month = 1] = day.split('-').map(Number)
  return Array.from({ length: count }, (_, back) => {
    const months = year * 12 + month - 1 - back
    return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
  })
}

/** `novembro de 2026`. */
export const monthWords = (month: string): string =>
  new Date(`${month}-15T12:00:00Z`).toLocaleDateString('pt-BR', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
