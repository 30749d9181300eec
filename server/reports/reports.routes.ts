import * as ads from '../../contract/reports/ads.ts'
import * as customer from '../../contract/reports/customer.ts'
import * as forecast from '../../contract/reports/forecast.ts'
import * as mails from '../../contract/reports/mails.ts'
import * as menu from '../../contract/reports/menu.ts'
import * as product from '../../contract/reports/product.ts'
import * as orderBilling from '../../contract/reports/order-billing.ts'
import * as reconciliation from '../../contract/reports/reconciliation.ts'
import * as fiscal from '../../contract/reports/fiscal.ts'
import * as quality from '../../contract/reports/quality.ts'
import * as sale from '../../contract/reports/sale.ts'
import * as stores from '../../contract/reports/stores.ts'
import * as contract from '../../contract/reports/daily.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { adsDocument } from './ads/ads-document.ts'
import { readAdsReport } from './ads/read-ads-report.ts'
import { customerDocument } from './customer/customer-document.ts'
import { exportCustomers } from './customer/export-customers.ts'
import { readCustomerReport } from './customer/read-customer-report.ts'
import { dailyDocument } from './daily/daily-document.ts'
import { readDailyReport } from './daily/daily-report.ts'
import { fiscalDocument } from './fiscal/fiscal-document.ts'
import { readFiscalMonth } from './fiscal/read-fiscal-month.ts'
import { readForecast } from './forecast/read-forecast.ts'
import { previewReportMail, readReportMails, saveReportMails } from './mails/choose-report-mails.ts'
import { menuDocument } from './menu/menu-document.ts'
import { readMenuReport } from './menu/read-menu-report.ts'
import { productDocument } from './product/product-document.ts'
import { readProductDays } from './product/read-product-days.ts'
import { readProductReport } from './product/read-product-report.ts'
import { orderBillingDocument } from './order-billing/order-billing-document.ts'
import { readOrderBilling } from './order-billing/read-order-billing.ts'
import { askReconciliation } from './reconciliation/ask-reconciliation.ts'
import { readReconciliations } from './reconciliation/read-reconciliations.ts'
import { qualityDocument } from './quality/quality-document.ts'
import { readQualityReport } from './quality/read-quality-report.ts'
import { saveQualityTargets } from './quality/save-quality-targets.ts'
import { readSaleReport } from './sale/read-sale-report.ts'
import { saleDocument } from './sale/sale-document.ts'
import { serveReport } from './frame/serve-report.ts'
import { readStoreDays } from './stores/read-store-days.ts'
import { readStoresReport } from './stores/read-stores-report.ts'
import { storesDocument } from './stores/stores-document.ts'

export const reportsRoutes: readonly ServedRoute[] = [
  serveReport(contract.readDailyReport, { read: readDailyReport, document: dailyDocument }),
  serveReport(sale.readSaleReport, { read: readSaleReport, document: saleDocument }),
  serveReport(stores.readStoresReport, { read: readStoresReport, document: storesDocument }),
  on(stores.readStoreDays, readStoreDays),
  serveReport(quality.readQualityReport, { read: readQualityReport, document: qualityDocument }),
  serveReport(orderBilling.readOrderBilling, {
    read: readOrderBilling,
    document: orderBillingDocument,
  }),
  on(reconciliation.readReconciliations, readReconciliations),
  on(reconciliation.askReconciliation, askReconciliation),
  on(quality.saveQualityTargets, saveQualityTargets),
  serveReport(product.readProductReport, {
    read: (call) => readProductReport(call),
    document: productDocument,
  }),
  on(product.readProductDays, readProductDays),
  serveReport(customer.readCustomerReport, {
    read: readCustomerReport,
    document: customerDocument,
  }),
  on(customer.exportCustomers, exportCustomers),
  serveReport(ads.readAdsReport, { read: readAdsReport, document: adsDocument }),
  serveReport(menu.readMenuReport, {
    read: (call) => readMenuReport(call),
    document: menuDocument,
  }),
  serveReport(fiscal.readFiscalMonth, { read: readFiscalMonth, document: fiscalDocument }),
  on(forecast.readForecast, readForecast),
  on(mails.readReportMails, readReportMails),
  on(mails.saveReportMails, saveReportMails),
  on(mails.previewReportMail, previewReportMail),
]
