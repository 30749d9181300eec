import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { GroupDay } from '../../contract/groups/group-day.ts'
import { readMyGroups } from '../../contract/groups/groups.ts'
import { comparisons, type Comparison } from '../../contract/reports/daily.ts'
import { addDays } from '../../contract/shared/day.ts'
import { queryFor } from '../api/query.ts'
import { Calendar } from '../days/calendar.tsx'
import { useIsPhone } from '../kit/breakpoints.ts'
import { ChoiceList } from '../ui/sentence/choice-list.tsx'
import { Said, Sentence, Word } from '../ui/sentence/sentence.tsx'
import { comparedWords, dayWords, storesWords } from './group-words.rules.ts'

const route = getRouteApi('/signed-in/$groupSlug')

/** "Família Prado em 6 lojas, hoje até as 20:14 contra a sexta passada". */
export function GroupSentence({
  report,
  today,
  end,
}: {
  readonly report: GroupDay
  /** The day that runs now. */
  readonly today: string
  readonly end: ReactNode
}) {
  const navigate = useNavigate()
  const search = route.useSearch()
  const phone = useIsPhone()
  const mine = useQuery({ ...queryFor(readMyGroups, {}), staleTime: 60_000 })
  const change = (part: { day?: string | undefined; comparison?: Comparison | undefined }) =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...part })) as never })
  const { group } = report
  const days = dayWords(report, today)
  return (
    <Sentence heading title="Grupo" see="Ver o grupo" end={end}>
      {/* A phone's line has no room for the number of stores; it is below, with the sum. */}
      <Word label="Mudar grupo" title="grupo" text={group.name}>
        {(close) => (
          <ChoiceList
            label="Grupos"
            value={group.id}
            options={(mine.data ?? [group]).map(({ id, name, slug }) => ({
              value: id,
              label: name,
              detail: `/${slug}`,
            }))}
            onChoose={(id) => {
              const other = mine.data?.find((one) => one.id === id)
              close()
              if (other && other.id !== group.id)
                void navigate({
                  to: '/$groupSlug',
                  params: { groupSlug: other.slug },
                  search,
                })
            }}
          />
        )}
      </Word>
      <Said>{phone ? '·' : `${report.page.of > 1 ? 'nas' : 'em'} ${storesWords(report)},`}</Said>
      <Word label="Mudar o dia" title="dia" text={days.long} short={days.short}>
        {(close) => (
          <DayPanel
            day={report.day}
            today={today}
            onChoose={(day) => {
              change({ day: day === today ? undefined : day })
              close()
            }}
          />
        )}
      </Word>
      <Word
        label="Mudar a comparação"
        title="comparação"
        before="contra"
        text={comparedWords(report)}
        atDefault={report.comparison.kind === usual}
      >
        {(close) => (
          <ChoiceList
            label="Comparações"
            value={report.comparison.kind}
            options={comparisons
              .filter((kind) => kind !== 'custom')
              .map((kind) => ({
                value: kind,
                label: comparedWords({ ...report, comparison: { ...report.comparison, kind } }),
                ...(kind === 'mean-of-four-same-weekdays' ? { detail: 'média de quatro semanas' } : {}),
              }))}
            onChoose={(kind) => {
              change({ comparison: kind === usual ? undefined : kind })
              close()
            }}
          />
        )}
      </Word>
    </Sentence>
  )
}

function DayPanel({
  day,
  today,
  onChoose,
}: {
  readonly day: string
  readonly today: string
  readonly onChoose: (day: string) => void
}) {
  return (
    <>
      <ChoiceList
        label="Dias"
        value={day}
        options={[
          { value: today, label: 'Hoje' },
          { value: addDays(today, -1), label: 'Ontem' },
          { value: addDays(today, -7), label: 'Há uma semana' },
        ]}
        onChoose={onChoose}
      />
      <Calendar single chosen={{ from: day, to: day }} max={today} onChoose={({ from }) => onChoose(from)} />
    </>
  )
}

/** What Agora and the daily report judge by. */
const usual = 'same-weekday-last-week'
