import { carriedToDay, carriedToHistory, carriedToPeriod } from './period/period.rules.ts'

const reports = [
  { to: '/reports/daily', label: 'Dia', carried: carriedToDay },
  { to: '/reports/sale', label: 'Vendas', carried: carriedToPeriod },
  { to: '/reports/product', label: 'Produtos', carried: carriedToPeriod },
  { to: '/reports/menu', label: 'Cardápio', carried: carriedToPeriod },
  { to: '/reports/customer', label: 'Clientes', carried: carriedToPeriod },
  { to: '/reports/history', label: 'Histórico', carried: carriedToHistory },
  { to: '/reports/orderBilling', label: 'Repasses', carried: carriedToPeriod },
  { to: '/reports/quality', label: 'Qualidade', carried: carriedToPeriod },
  { to: '/reports/ads', label: 'Anúncios', carried: carriedToPeriod },
  { to: '/reports/stores', label: 'Lojas', carried: carriedToPeriod },
] as const

/** Null: the stores are not known yet; most have every report, so nothing moves. */
type ChosenStores = readonly { readonly modulesOff?: readonly string[] | undefined }[] | null

/** The reports in menu order: those that the stores have, whichever report is open. */
export function reportsOf(stores: ChosenStores): (typeof reports)[number][] {
  const uses = (module: string) => !stores?.every(({ modulesOff }) => modulesOff?.includes(module))
  return reports.filter(({ to }) =>
    to === '/reports/orderBilling'
      ? uses('finance')
      : to === '/reports/ads'
        ? uses('ads')
        : to !== '/reports/stores' || stores?.length !== 1,
  )
}
