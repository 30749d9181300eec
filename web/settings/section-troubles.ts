import { useQuery } from '@tanstack/react-query'
import { roleMeets } from '../../contract/shared/access.ts'
import { readMyStores, readStoresNow } from '../../contract/stores/stores.ts'
import { queryFor } from '../api/query.ts'
import { usePrinterWatch } from '../printing/printing.ts'
import { inStores } from '../words/in-stores.ts'

/** What stops orders and is mended in a section, by the section's first part: `Impressora Cozinha parada em Brasa & Cia`. */
export function useSectionTroubles(): ReadonlyMap<string, string> {
  const mine = useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 })
  const now = useQuery(queryFor(readStoresNow, { query: {} }))
  const managed = (mine.data?.stores ?? []).filter(({ role }) => roleMeets(role, 'manager'))
  const printers = usePrinterWatch(managed)
  const closed = (now.data?.stores ?? []).filter(
    ({ role, status, whatsapp }) =>
      roleMeets(role, 'manager') &&
      (whatsapp?.trouble || status.reasons.some(({ code }) => code === 'channel-closed')),
  )
  const names = closed.map(({ storeId }) => managed.find(({ id }) => id === storeId)?.name ?? '')
  return new Map([
    ...(printers?.level === 'bad' ? [['printing', printers.words.split(' · ')[0] ?? ''] as const] : []),
    ...(closed.length > 0
      ? [['integracoes', `Um canal não vende${inStores(names, managed.length)}`] as const]
      : []),
  ])
}
