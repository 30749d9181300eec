/**
 * Meta's prices for messages to Brazil, oldest first. A new price is a new entry; past entries stay, because a message
 * costs what applied on the day it was sent.
 */
export const prices = [
  {
    from: '2025-07-01',
    utilityUsdMicros: 6_800,
    marketingUsdMicros: 62_500,
    authenticationUsdMicros: 6_800,
    utilityInWindowUsdMicros: 0,
    serviceUsdMicros: 0,
    // Two providers' pages of January 2026 show these rates for Brazil.
    source: 'Meta, tabela de preços por mensagem',
  },
  {
    // Since October 2026 a reply in the window costs as much as a utility message: several providers say so. The rate
    // itself is on one calculator's page (September 2026) and was not confirmed on Meta's own.
    from: '2026-10-01',
    utilityUsdMicros: 3_400,
    marketingUsdMicros: 62_500,
    authenticationUsdMicros: 3_400,
    utilityInWindowUsdMicros: 3_400,
    serviceUsdMicros: 3_400,
    source: 'Meta, preços informados por provedores',
  },
] as const

/** Exchange rates for our estimates. Meta bills at its own rate. */
export const rates = [{ from: '2025-01-01', realsPerDollar: 5.5 }] as const
