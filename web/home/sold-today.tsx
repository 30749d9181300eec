import type { DaySoFar } from '../../contract/home/home.ts'
import { moneyShort } from '../words/format.ts'
import { ChangeText } from './change-text.tsx'
import { useHome } from './home-data.ts'
import styles from './sold-today.module.css'

/** What one of the person's stores sold today, by a read of its own. */
export const SoldSoFar = ({ storeId }: { readonly storeId: string }) => (
  <SoldToday today={useHome(allStores).data?.today ?? null} storeId={storeId} />
)

const allStores = {}

/** What one store sold today beside the same weekday last week, below its front. */
export function SoldToday({ today, storeId }: { readonly today: DaySoFar | null; readonly storeId: string }) {
  const sold = today?.stores.find((one) => one.storeId === storeId)
  if (!sold) return null
  return (
    <span className={styles.sold}>
      <b>{moneyShort(sold.netCents)}</b> <ChangeText now={sold.netCents} before={sold.comparedNetCents} />
    </span>
  )
}
