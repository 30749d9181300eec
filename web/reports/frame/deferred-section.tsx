import { CatchBoundary } from '@tanstack/react-router'
import { useDeferredValue, type ReactNode } from 'react'
import { FailedPart } from '../../shell/states.tsx'

/**
 * What stands below the first figures, drawn once they are there: they come sooner, and the page
 * answers meanwhile. `skeleton` is what the loading page shows in its place. What fails here, its
 * code that does not come first of all, leaves the figures where they are.
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
