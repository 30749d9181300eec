/** The day prefix of a time that is not today: `amanhã `, `24/11 `; by this device's clock. */
export function nearDay(iso: string, now: Date): string {
  const at = new Date(iso)
  const days = Math.round((midnight(at) - midnight(now)) / 86_400_000)
  if (days === 0) return ''
  if (days === 1) return 'amanhã '
  return `${twoDigits(at.getDate())}/${twoDigits(at.getMonth() + 1)} `
}

const midnight = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()

const twoDigits = (value: number): string => String(value).padStart(2, '0')
