import type { PrintJob } from '../../contract/printing/printing.ts'
import { useNow } from '../browser/clock.ts'
import { Pill } from '../ui/pill.tsx'
import { useTimezone } from '../stores/store-facts.ts'
import { jobPill } from './printing.rules.ts'

export function JobPill({ job, storeId }: { readonly job: PrintJob; readonly storeId: string }) {
  const { tone, words } = jobPill(job, useNow(60_000), useTimezone(storeId))
  return <Pill tone={tone}>{words}</Pill>
}
