import type { ReactNode } from 'react'
import { usePageTitle } from '../../browser/page-title.ts'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { ChannelWords, StoreWords } from '../../stores/store-words.tsx'
import { Sentence } from '../../ui/sentence/sentence.tsx'
import { Steps } from './days-panel.tsx'
import { FilterWord } from './filter-picker.tsx'
import { ComparisonWord, periodSteps, PeriodWord, type ControlsProps } from './report-controls.tsx'

interface ReportSentenceProps extends ControlsProps {
  readonly title: string
  readonly filters: 'all' | 'weekdays' | 'none'
  readonly compares: boolean
  readonly channels: boolean
  readonly more: ReactNode
  readonly tools: ReactNode
}

/** The head of a period report: its controls as one sentence, few tools at the end. */
export function ReportSentence({
  title,
  filters,
  compares,
  channels,
  more,
  tools,
  ...parts
}: ReportSentenceProps) {
  usePageTitle(title)
  const phone = useIsPhone()
  return (
    <Sentence
      heading
      title={title}
      see="Ver o relatório"
      end={
        <>
          {phone ? null : <Steps {...periodSteps(parts)} />}
          {tools}
        </>
      }
    >
      <PeriodWord {...parts} />
      <StoreWords minimum="manager" />
      {channels ? <ChannelWords minimum="manager" /> : null}
      {more}
      {compares ? <ComparisonWord {...parts} /> : null}
      {filters === 'none' ? null : (
        <FilterWord search={parts.search} onChange={parts.onChange} withHours={filters === 'all'} />
      )}
    </Sentence>
  )
}
