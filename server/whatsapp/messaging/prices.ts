/**
 * Meta's prices for messages to Brazil, oldest first, and the exchange rate that estimates are made with. A new price is
 * a new entry; entries of the past stay, because costs are counted by the day a message was sent.
 */
export const prices = [
  {
    from: '2025-07-01',
    utilityUsdMicros: 6_800,
    utilityInWindowUsdMicros: 0,
    serviceUsdMicros: 0,
    source: 'Meta, tabela de preços por mensagem',
  },
  {
    // Reported by providers since October 2026; Meta's own page does not show it for every account.
    from: '2026-10-01',
    utilityUsdMicros: 3_400,
    utilityInWindowUsdMicros: 3_400,
    serviceUsdMicros: 3_400,
    source: 'Meta, preços informados por provedores',
  },
] as const

/** For estimates only: Meta bills by its own rate. */
export const rates = [{ from: '2025-01-01', realsPerDollar: 5.5 }] as const
