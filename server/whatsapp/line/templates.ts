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

/** Has the platform approve our texts. One that it refuses to look at is tried at the next connection. */
export async function askForTemplates(
  deps: Deps,
  storeId: string,
  { driver, access, accountId }: { driver: MessagingDriver; access: LineAccess; accountId: string },
): Promise<void> {
  for (const template of messageKinds.map(templateOf)) {
    try {
      const state = await driver.submitTemplate?.(access, accountId, template)
      if (state)
        await withStoreScope(deps.cells, [storeId], (tx) =>
          keepTemplate(tx, storeId, { ...template, state, at: deps.now() }),
        )
    } catch (error) {
      if (!(error instanceof DriverRefusal)) throw error
      deps.log.warn({ storeId, reason: error.reason, template: template.name }, 'a template was not taken')
    }
  }
}

export async function keepTemplate(
  tx: Transaction<Cell>,
  storeId: string,
  its: { readonly name: string; readonly language: string; readonly state: TemplateState; readonly at: Date },
): Promise<void> {
  await tx
    .insertInto('whatsapp_templates')
    .values({ store_id: storeId, name: its.name, language: its.language, state: its.state, state_at: its.at })
    .onConflict((conflict) =>
      conflict
        .constraint('whatsapp_templates_pkey')
        .doUpdateSet({ state: its.state, state_at: its.at })
        .where('whatsapp_templates.state_at', '<=', its.at),
    )
    .execute()
}
