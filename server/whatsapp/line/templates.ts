import type { Transaction } from 'kysely'
import { messageKinds } from '../../../contract/whatsapp/whatsapp.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { templateOf } from '../messaging/message-texts.rules.ts'
import {
  DriverRefusal,
  type LineAccess,
  type MessagingDriver,
  type TemplateState,
} from '../messaging/messaging-driver.ts'

/** Submits our templates for Meta's approval. A template that is refused is submitted again at the next connection. */
export async function submitTemplates(
  deps: Deps,
  storeId: string,
  { driver, access, accountId }: { driver: MessagingDriver; access: LineAccess; accountId: string },
): Promise<void> {
  for (const template of messageKinds.map(templateOf)) {
    try {
      const state = await driver.submitTemplate?.(access, accountId, template)
      if (state)
        await withStoreScope(deps.cells, [storeId], (tx) =>
          saveTemplate(tx, storeId, { ...template, state, at: deps.now() }),
        )
    } catch (error) {
      if (!(error instanceof DriverRefusal)) throw error
      deps.log.warn({ storeId, reason: error.reason, template: template.name }, 'a template was not accepted')
    }
  }
}

export async function saveTemplate(
  tx: Transaction<Cell>,
  storeId: string,
  {
    name,
    language,
    state,
    at,
  }: { readonly name: string; readonly language: string; readonly state: TemplateState; readonly at: Date },
): Promise<void> {
  await tx
    .insertInto('whatsapp_templates')
    .values({ store_id: storeId, name, language, state, state_at: at })
    .onConflict((conflict) =>
      conflict
        .constraint('whatsapp_templates_pkey')
        .doUpdateSet({ state, state_at: at })
        .where('whatsapp_templates.state_at', '<=', at),
    )
    .execute()
}
