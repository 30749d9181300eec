import { useDeferredValue, type ReactNode } from 'react'

/**
 * What stands below the first figures, drawn once they are there: they come sooner, and the page
 * answers meanwhile. `skeleton` is what the loading page shows in its place.
 *
 *   <Below skeleton={<Skeleton height={420} />}>{() => <Table rows={report.rows} />}</Below>
 */
export function Below({
  skeleton,
  children,
}: {
  readonly skeleton: ReactNode
  readonly children: () => ReactNode
}) {
  const drawn = useDeferredValue(true, false)
  return drawn ? children() : <div aria-busy="true">{skeleton}</div>
}
