import { expect, test } from 'vitest'
import { addDays } from './day.ts'

test('adding days follows the calendar across months, leap years and year ends', () => {
  const asDate = (day: string, days: number) => {
    const date = new Date(`${day}T00:00:00Z`)
    date.setUTCDate(date.getUTCDate() + days)
    return date.toISOString().slice(0, 10)
  }
  for (let start = 0; start < 1_500; start += 1) {
    const day = asDate('2023-12-01', start)
    for (const days of [-365, -31, -1, 0, 1, 7, 28, 31, 364, 366])
      expect(addDays(day, days), `${day} ${days}`).toBe(asDate(day, days))
  }
})
