import { addDays, localParts } from '../../../contract/shared/day.ts'

/** "hoje às 18:00", "amanhã às 11:00", "quinta-feira às 11:00", "25/12 às 11:00". */
export function whenText(at: Date, now: Date, timezone: string): string {
  const { day, hour, minute } = localParts(at, timezone)
  const today = localParts(now, timezone).day
  const time = `${twoDigits(hour)}:${twoDigits(minute)}`
  if (day === today) return `hoje às ${time}`
  if (day === addDays(today, 1)) return `amanhã às ${time}`
  // A weekday's name means the next one.
  const near = at.getTime() - now.getTime() < 6 * 86_400_000
  const format = near ? ({ weekday: 'long' } as const) : ({ day: '2-digit', month: '2-digit' } as const)
  return `${at.toLocaleDateString('pt-BR', { timeZone: timezone, ...format })} às ${time}`
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** "de 24/12 15:00 a 24/12 18:00". */
export function breakSpanText(
  { start, end }: { readonly start: Date; readonly end: Date | null },
  timezone: string,
): string {
  const text = (at: Date) =>
    at
      .toLocaleString('pt-BR', {
        timeZone: timezone,
        day: '2-digit',
        month: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
      })
      .replace(',', '')
  return end ? `de ${text(start)} a ${text(end)}` : `desde ${text(start)}`
}

/** How a pause ends that presence made. */
export const presenceBack = 'Volta sozinha quando uma tela de Pedidos tocar com som.'
