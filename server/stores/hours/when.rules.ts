/** "hoje às 18:00", "amanhã às 11:00", "quinta-feira às 11:00", "25/12 às 11:00". */
export function whenText(at: Date, now: Date, timezone: string): string {
  const day = (date: Date) => date.toLocaleDateString('en-CA', { timeZone: timezone })
  const time = at.toLocaleTimeString('pt-BR', { timeZone: timezone, hour: '2-digit', minute: '2-digit' })
  if (day(at) === day(now)) return `hoje às ${time}`
  if (day(at) === day(new Date(now.getTime() + 86_400_000))) return `amanhã às ${time}`
  // A weekday's name means the next one.
  const near = at.getTime() - now.getTime() < 6 * 86_400_000
  const format = near ? ({ weekday: 'long' } as const) : ({ day: '2-digit', month: '2-digit' } as const)
  return `${at.toLocaleDateString('pt-BR', { timeZone: timezone, ...format })} às ${time}`
}

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
