import { CatchBoundary } from '@tanstack/react-router'
import { useDeferredValue, type ReactNode } from 'react'
import { FailedPart } from '../../screens/states.tsx'

/**
 * Renders the sections below the first figures after those are painted, so that the figures appear sooner and
 * the page responds meanwhile. `skeleton` is the same placeholder as on the loading page. A failure in here,
 * such as a chunk that fails to load, leaves the figures in place.
 *
 *   <DeferredSection skeleton={<Skeleton height={420} />}>{() => <Table rows={report.rows} />}</DeferredSection>
 */
export function DeferredSection({
  skeleton,
  children,
}: {
  readonly skeleton: ReactNode
  readonly children: () => ReactNode
}) {
  const drawn = useDeferredValue(true, false)
  return drawn ? (
    <CatchBoundary getResetKey={() => location.href} errorComponent={FailedPart}>
      {children()}
    </CatchBoundary>
  ) : (
    <div aria-busy="true">{skeleton}</div>
  )
}
