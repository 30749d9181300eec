import type { Transaction } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { orderRules, type OrderRules } from '../../../contract/orders/rules.ts'
import { channelName } from '../../../contract/shared/channels.ts'
import { moneyPhrase } from '../../../contract/shared/money.ts'
import type { Cell } from '../../db/tables.ts'
import { rulesOf, saveOrderRulesIn } from '../../orders/orders.ts'
import { storesById } from '../../stores/stores.ts'
import type { Kind, PartCall } from './kind.ts'

const kept = z.array(
  z.object({
    /** After the change: newer rules are another person's. */
    version: z.int(),
    before: orderRules,
  }),
)

/** Of the channels that the store sells on; its others keep their rules. */
export const rules: Kind<'rules'> = {
  facet: null,
  apply: async (tx, call, { rules: wanted }) => {
    const sold = await soldOn(tx, call)
    const current = await rulesOf(tx, call.storeId)
    const changed = wanted.flatMap((one) => {
      const before = current.find(({ platform }) => platform === one.platform)
      if (!before || !sold.has(one.platform)) return []
      const after: OrderRules = { ...one, version: before.version }
      return isDeepStrictEqual(before, after) ? [] : [{ before, after }]
    })
    if (changed.length === 0) return { state: 'same', words: 'Já tem estas regras.' }
    const saved: z.input<typeof kept> = []
    for (const { before, after } of changed) {
      const { platform, ...body } = after
      const { version } = await saveOrderRulesIn(tx, call, { params: { platform }, body })
      saved.push({ version, before })
    }
    return {
      state: 'done',
      words: `${changed.map(({ before, after }) => wordsOf(before, after)).join('; ')}.`,
      kept: saved,
    }
  },
  undo: async (tx, call, was) => {
    for (const { version, before } of kept.parse(was)) {
      const { platform, ...body } = before
      await saveOrderRulesIn(tx, call, { params: { platform }, body: { ...body, version } })
    }
  },
}

async function soldOn(tx: Transaction<Cell>, { storeId, now }: PartCall): Promise<ReadonlySet<string>> {
  const [row] = await storesById(tx, [storeId], now)
  return new Set(row?.store.options.map(({ platform }) => platform))
}

/** "Canal próprio: aceita sozinho, prazo de 30 min". */
function wordsOf(before: OrderRules, after: OrderRules): string {
  const changes = [
    before.autoAccept === after.autoAccept ? '' : after.autoAccept ? 'aceita sozinho' : 'uma pessoa aceita',
    before.scheduledAtOnce === after.scheduledAtOnce
      ? ''
      : after.scheduledAtOnce
        ? 'aceita agendados ao chegar'
        : 'agendados esperam a hora',
    before.onlyWhenOpen === after.onlyWhenOpen
      ? ''
      : `com a loja fechada ${after.onlyWhenOpen ? 'espera' : 'não espera'}`,
    before.firstOrderWaits === after.firstOrderWaits
      ? ''
      : `primeiro pedido ${after.firstOrderWaits ? 'espera' : 'não espera'}`,
    before.cashLimitCents === after.cashLimitCents
      ? ''
      : after.cashLimitCents === null
        ? 'dinheiro sem limite'
        : `dinheiro espera acima de ${moneyPhrase(after.cashLimitCents)}`,
    before.maxInPreparation === after.maxInPreparation
      ? ''
      : after.maxInPreparation === null
        ? 'sem limite em preparo'
        : `esperam além de ${after.maxInPreparation} em preparo`,
    before.preparationMinutes === after.preparationMinutes
      ? ''
      : after.preparationMinutes === null
        ? 'prazo de sempre'
        : `prazo de ${after.preparationMinutes}\u00a0min`,
  ]
  return `${channelName(after.platform)}: ${changes.filter(Boolean).join(', ')}`
}
