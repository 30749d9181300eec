import { useQuery } from '@tanstack/react-query'
import { readWorkingHours, saveWeek, type WorkingHours } from '../../../contract/stores/hours.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryFor } from '../../api/query.ts'
import { ApplyElsewhere, useDraft, type DraftWords } from '../../settings/settings.ts'
import type { StoreSectionProps } from '../../screens/settings-tab.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SellingPart } from '../channels/selling-part.tsx'
import { BreaksPart } from './breaks-part.tsx'
import { refreshHours } from './hours-data.ts'
import { Stack } from '../../kit/layout.tsx'
import styles from './hours-tab.module.css'
import { SpecialDaysPart } from './special-days-part.tsx'
import { WeekGrid } from './week-grid.tsx'
import { dayText, fieldsOf, hoursIn, weekdayNames, weekOf, weekOrder, type WeekFields } from './week.rules.ts'

const words = Object.fromEntries(
  weekOrder.map((weekday) => [
    weekday,
    { label: weekdayNames[weekday], show: (field: string) => dayText(hoursIn(field)) },
  ]),
) as DraftWords<WeekFields>

/** When the store is open: its week, its breaks, and the days that do not follow the week. */
export function HoursTab({ store, stores }: StoreSectionProps) {
  const query = useQuery(queryFor(readWorkingHours, {}, { storeId: store.id }))
  if (!query.data)
    return query.error ? (
      <ErrorState
        message={errorSentence(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton height={420} />
    )
  return <Hours store={store} stores={stores} hours={query.data} />
}

function Hours({ store, stores, hours }: StoreSectionProps & { readonly hours: WorkingHours }) {
  const draft = useDraft({
    saved: fieldsOf(hours.week),
    words,
    input: weekOf,
    send: async (week) => {
      try {
        await ask(saveWeek, { body: { week, version: hours.version } }, { storeId: store.id })
      } finally {
        // After somebody else's save the form has to show both.
        await refreshHours()
      }
    },
  })
  return (
    <Stack gap={4} className={styles.page}>
      <SellingPart store={store} hours={hours} />
      <form id="semana" onSubmit={draft.onSubmit} aria-label="Semana">
        <WeekGrid
          fields={draft.values}
          timezone={hours.timezone}
          problem={weekOrder.map((weekday) => draft.problem(weekday)).find(Boolean)}
          onChange={(weekday, field) => draft.set(weekday, field)}
        />
      </form>
      <div className={styles.two}>
        <BreaksPart store={store} hours={hours} />
        <SpecialDaysPart store={store} stores={stores} hours={hours} />
      </div>
      <ApplyElsewhere
        store={store}
        stores={stores}
        action={{ kind: 'week', week: [...hours.week] }}
        onDone={refreshHours}
      />
    </Stack>
  )
}
