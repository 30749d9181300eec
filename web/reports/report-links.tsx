import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSelection } from '../stores/selection.ts'
import { Icon } from '../ui/icon.tsx'
import { reportsOf } from './report-links.rules.ts'
import styles from './report-links.module.css'

/** The reports; links keep the period. */
function ReportList({ className = '' }: { readonly className?: string }) {
  const { search } = useLocation()
  const { choosable, ready } = useSelection('manager')
  return (
    <ul className={className}>
      {reportsOf(ready ? choosable : null).map(({ to, label, carried }) => (
        <li key={to}>
          <Link
            to={to}
            search={carried(search as Record<string, unknown>)}
            activeOptions={{ includeSearch: false }}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const useInReports = (): boolean => useLocation().pathname.startsWith('/reports/')

/** In the side bar: the list of reports expands while one of them is open. */
export function ReportsPlace() {
  const inReports = useInReports()
  return (
    <div className={styles.place}>
      <Link to="/reports/daily" data-open={inReports} activeProps={{}}>
        <Icon name="report" />
        Relatórios
      </Link>
      {inReports ? <ReportList className={styles.list ?? ''} /> : null}
    </div>
  )
}

/** On the phone: one tab in the bar, and the list of reports above the page. */
export function ReportsTab() {
  const inReports = useInReports()
  return (
    <Link to="/reports/daily" activeProps={{}} aria-current={inReports ? 'page' : undefined}>
      <Icon name="report" />
      Relatórios
    </Link>
  )
}

export function ReportChips() {
  const inReports = useInReports()
  const { pathname } = useLocation()
  const chips = useRef<HTMLElement>(null)
  // The open report's link may be scrolled off the phone's edge.
  useEffect(() => {
    const row = chips.current
    if (!row) return
    // From the observer, after layout: measuring at once would force a layout of the whole page.
    const observer = new ResizeObserver(() => {
      const shown = row.querySelector<HTMLElement>('[aria-current="page"]')
      if (shown) row.scrollLeft = shown.offsetLeft - (row.clientWidth - shown.offsetWidth) / 2
    })
    observer.observe(row)
    return () => observer.disconnect()
  }, [pathname])
  return inReports ? (
    <nav ref={chips} className={styles.chips} aria-label="Relatórios">
      <ReportList />
    </nav>
  ) : null
}
