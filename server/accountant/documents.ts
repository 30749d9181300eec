import type { AccountantFile } from '../../contract/accountant/accountant.ts'
import type { GrantedStore } from '../calls/call.ts'
import type { Deps } from '../deps.ts'
import type { ReportDocument } from '../files/report-document.ts'
import {
  fiscalDocumentWithoutCustomers,
  orderBillingDocument,
  readFiscalMonth,
  readOrderBilling,
  readSaleReport,
  saleDocument,
} from '../reports/reports.ts'
import { daysOf } from './months.rules.ts'

interface Asked {
  readonly deps: Deps
  readonly stores: readonly GrantedStore[]
  readonly now: Date
}

/** The reports' own figures; what names a customer, a courier or a colleague is left out. */
export const documents: Readonly<
  Record<AccountantFile, (asked: Asked, month: string, today: string) => Promise<ReportDocument>>
> = {
  fiscal: async (asked, month) => {
    const call = { ...asked, query: { month, selection: undefined, format: 'xlsx' as const } }
    return fiscalDocumentWithoutCustomers(await readFiscalMonth(call), call)
  },
  payouts: async (asked, month, today) => {
    const call = { ...asked, query: { ...periodOf(month, today), basis: 'sale' as const } }
    return orderBillingDocument({ ...(await readOrderBilling(call)), couriers: [] }, call)
  },
  sales: async (asked, month, today) => {
    const query = { ...periodOf(month, today), by: 'day' as const, pivot: 'payment' as const }
    const report = await readSaleReport({ ...asked, query })
    // Reasons of refunds are free text, which may name anybody; their sums are in the totals.
    return saleDocument({ ...report, refunds: { ...report.refunds, rows: [] } })
  },
}

const periodOf = (month: string, today: string) => ({
  ...daysOf(month, today),
  selection: undefined,
  comparison: 'none' as const,
  comparedFrom: undefined,
  weekdays: undefined,
  hours: undefined,
  format: 'xlsx' as const,
})
