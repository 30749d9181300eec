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
    source: 'Meta, tabela de preços por mensagem',
  },
  {
    // Reported by providers since October 2026. Meta's own page does not show it for every account.
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
