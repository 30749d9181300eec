import type { Selectable, Transaction } from 'kysely'
import { messageKinds, type WhatsappView } from '../../../contract/whatsapp/whatsapp.ts'
import type { QuickAnswers } from '../../../contract/whatsapp/conversations.ts'
import type { Cell } from '../../db/tables.ts'

export type SettingsRow = Selectable<Cell['whatsapp_settings']>

export const settingsOf = (tx: Transaction<Cell>, storeId: string): Promise<SettingsRow | undefined> =>
  tx.selectFrom('whatsapp_settings').selectAll().where('store_id', '=', storeId).executeTakeFirst()

export const settingsView = (row: SettingsRow | undefined): WhatsappView['settings'] => ({
  kinds: messageKinds.filter((kind) => row?.kinds.includes(kind)),
  capCents: row?.cap_cents ?? null,
  version: row?.version ?? 0,
})

export const conversationView = (row: SettingsRow | undefined): WhatsappView['conversation'] => ({
  enabled: row?.conversational ?? false,
  hours: row?.only_open === false ? 'always' : 'open',
  texts: { greeting: row?.greeting ?? '' },
})

export const quickAnswersView = (row: SettingsRow | undefined): QuickAnswers => ({
  answers: (row?.quick_answers ?? []) as QuickAnswers['answers'],
  version: row?.quick_answers_version ?? 0,
})
