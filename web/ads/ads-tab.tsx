import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readAds, type AdsPeriod } from '../../contract/ads/ads.ts'
import { ApiError, errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import { ModuleOff } from '../settings/settings.ts'
import type { StoreSectionProps } from '../screens/settings-tab.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './ads-tab.module.css'
import { FeedsPart } from './feeds-part.tsx'
import { LinksPart } from './links-part.tsx'
import { SetupPart } from './setup-part.tsx'

/** What the store's ads bring, their links, the menu as a catalogue, and the reports to the ad network. */
export function AdsTab({ store }: StoreSectionProps) {
  const [days, setDays] = useState<AdsPeriod>('30')
  const query = useQuery({
    ...queryFor(readAds, { query: { days } }, { storeId: store.id }),
    placeholderData: (before) => before,
  })
  if (query.data)
    return (
      <div className={styles.page}>
        <LinksPart store={store} ads={query.data} days={days} onDays={setDays} />
        <FeedsPart storeId={store.id} feeds={query.data.feeds} />
        <SetupPart store={store} setup={query.data.setup} />
      </div>
    )
  if (!query.error) return <Skeleton height={520} />
  if (query.error instanceof ApiError && query.error.code === 'module/off') return <ModuleOff module="ads" />
  return (
    <ErrorState
      message={errorSentence(query.error)}
      requestId={requestIdOf(query.error)}
      onRetry={() => void query.refetch()}
    />
  )
}
