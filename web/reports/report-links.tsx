import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { carriedToDay, carriedToHistory, carriedToPeriod } from './period/period.rules.ts'
import { useSelection } from '../stores/selection.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './report-links.module.css'

const reports = [
  { to: '/reports/daily', label: 'Dia', carried: carriedToDay },
  { to: '/reports/sale', label: 'Vendas', carried: carriedToPeriod },
  { to: '/reports/ads', label: 'Anúncios', carried: carriedToPeriod },
  { to: '/reports/product', label: 'Produtos', carried: carriedToPeriod },
  { to: '/reports/menu', label: 'Cardápio', carried: carriedToPeriod },
  { to: '/reports/customer', label: 'Clientes', carried: carriedToPeriod },
  { to: '/reports/history', label: 'Histórico', carried: carriedToHistory },
  { to: '/reports/orderBilling', label: 'Repasses', carried: carriedToPeriod },
  { to: '/reports/quality', label: 'Qualidade', carried: carriedToPeriod },
  { to: '/reports/stores', label: 'Lojas', carried: carriedToPeriod },
] as const

/** The reports; links keep the period. That of ads has its link in Vendas, and here while it is open; one store has none to compare with. */
function ReportList({ className = '' }: { readonly className?: string }) {
  const { search, pathname } = useLocation()
  const { choosable, ready } = useSelection('manager')
  // Until the stores are known nothing moves: most of them have it.
  const compared = !ready || choosable.length > 1
  const billed = !ready || choosable.some(({ modulesOff }) => !modulesOff?.includes('finance'))
  return (
    <ul className={className}>
      {reports
        .filter(({ to }) => to !== '/reports/orderBilling' || billed)
        .filter(({ to }) => to !== '/reports/ads' || pathname === to)
        .filter(({ to }) => to !== '/reports/stores' || compared || pathname === to)
        .map(({ to, label, carried }) => (
          <li key={to}>
            <Link
              to={to}
              search={carried(search as Record<string, unknown>)}
              activeOptions={{ includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
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
