import type { Transaction } from 'kysely'
import { messageKinds } from '../../../contract/whatsapp/whatsapp.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { TemplateEvent } from '../messaging/line-events.ts'
import { templateOf } from '../messaging/message-texts.rules.ts'
import { DriverRefusal, type LineAccess, type MessagingDriver } from '../messaging/messaging-driver.ts'

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
          saveTemplate(tx, storeId, {
            name: template.name,
            language: template.language,
            state,
            at: deps.now(),
          }),
        )
    } catch (error) {
      if (!(error instanceof DriverRefusal)) throw error
      deps.log.warn({ storeId, reason: error.reason, template: template.name }, 'a template was not accepted')
    }
  }
}

/** What is not given stays as it was. An older event than the last changes nothing. */
export async function saveTemplate(
  tx: Transaction<Cell>,
  storeId: string,
  {
    name,
    language,
    state,
    at,
    ...marks
  }: Pick<TemplateEvent, 'name' | 'language' | 'state' | 'at' | 'warning' | 'category' | 'nextCategory'>,
): Promise<void> {
  const changes = {
    ...(state === null ? {} : { state }),
    ...(marks.warning === undefined ? {} : { warning: marks.warning }),
    ...(marks.category === undefined ? {} : { category: marks.category }),
    ...(marks.nextCategory === undefined ? {} : { next_category: marks.nextCategory }),
  }
  await tx
    .insertInto('whatsapp_templates')
    .values({ store_id: storeId, name, language, state_at: at, ...changes, state: state ?? 'pending' })
    .onConflict((conflict) =>
      conflict
        .constraint('whatsapp_templates_pkey')
        .doUpdateSet({ ...changes, state_at: at })
        .where('whatsapp_templates.state_at', '<=', at),
    )
    .execute()
  publishStoreEvent(tx, storeId, 'whatsapp', at)
}
