import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { maxPricesListed, readPriceParity } from '../../contract/integrations/price-parity.ts'
import { withChannel } from '../../contract/shared/channels.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import { Stack } from '../kit/layout.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { priceText, pricesText } from './fee-words.rules.ts'
import styles from './integrations-tab.module.css'

const shownAtFirst = 3

/** Prices of a marketplace that are out of line with the other channels. Nothing while all are in line. */
export function PricesPart({ store, type }: { readonly store: Store; readonly type: string }) {
  const query = useQuery({
    ...queryFor(readPriceParity, {}, { storeId: store.id }),
    refetchInterval: 60_000,
  })
  if (!query.data)
    return query.error ? (
      <ErrorState
        message={errorSentence(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    ) : null
  const prices = query.data.prices.filter(({ platform }) => platform === type)
  const warning = pricesText(prices, type)
  if (!warning) return null
  const [first, more] = [prices.slice(0, shownAtFirst), prices.slice(shownAtFirst)]
  return (
    <Stack as="section" gap={6} className={styles.prices} aria-label={`Preços ${withChannel('em', type)}`}>
      <p className={styles.failed}>{warning}</p>
      <ul>
        {first.map((price) => (
          <li key={price.itemId}>{priceText(price)}</li>
        ))}
      </ul>
      {more.length > 0 ? (
        <details className={styles.answers}>
          <summary>mais {more.length}</summary>
          <ul>
            {more.map((price) => (
              <li key={price.itemId}>{priceText(price)}</li>
            ))}
          </ul>
        </details>
      ) : null}
      {query.data.count > maxPricesListed ? (
        <p className={styles.quiet}>A lista traz os {maxPricesListed} mais distantes.</p>
      ) : null}
      <p>
        <Link to="/cardapio" className={styles.go ?? ''}>
          Ajustar no cardápio
        </Link>
      </p>
    </Stack>
  )
}
