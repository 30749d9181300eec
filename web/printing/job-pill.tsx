import type { PrintJob } from '../../contract/printing/printing.ts'
import { useNow } from '../browser/clock.ts'
import { Pill } from '../ui/pill.tsx'
import { clockTime } from '../words/format.ts'
import { jobPill } from './printing.rules.ts'

export function JobPill({ job }: { readonly job: PrintJob }) {
  const { tone, words } = jobPill(job, useNow(60_000), clockTime)
  return <Pill tone={tone}>{words}</Pill>
}
