import type { Channel, PublishedRules } from '../../../../contract/shared/channel-table.ts'

interface Table {
  readonly channelTable: Readonly<Record<string, Channel>>
}

/** The one entry of data that a second marketplace needs beside its folder. */
const channel: Channel = {
  label: 'Feira da Vila',
  article: 'a',
  rules: {
    acceptWithinSeconds: 300,
    pollEverySeconds: 1,
    offlineAfterSeconds: 60,
    replyWithinSeconds: null,
    idKind: 'integer64',
    storefront: true,
    ledger: false,
    storeLevel: null,
  },
}

/** The table of channels with it, for `vi.mock`. */
export function withFeira(table: Table, rules: Partial<PublishedRules> = {}) {
  const feira = { ...channel, rules: { ...channel.rules, ...rules } }
  return { ...table, channelTable: { ...table.channelTable, feira } }
}
