import type { GroupDay } from '../../../contract/groups/group-day.ts'
import { Muted } from '../../kit/text.tsx'
import { plural, upTo } from '../../words/format.ts'
import { worstHour } from './worst-hour.rules.ts'

/** The store of the last hour that is furthest below its own, in a sentence: nobody has to look for it. */
export function WorstHour({ report }: { readonly report: GroupDay }) {
  if (!report.running || report.stores.length < 2) return null
  const worst = worstHour(report.stores, new Date(report.generatedAt))
  if (worst === undefined) return null
  if (worst === null)
    return <Muted size={2}>Na última hora nenhuma loja ficou abaixo do próprio comum.</Muted>
  const { name, hour, orders, usualOrders } = worst
  return (
    <Muted size={2}>
      Das {hour}h às {(hour + 1) % 24}h, <b>{name}</b> ficou mais longe do próprio comum:{' '}
      {plural(orders, 'pedido', 'pedidos')}, onde costuma ter {upTo(usualOrders, 0)}.
    </Muted>
  )
}
