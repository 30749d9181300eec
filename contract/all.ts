import * as disputes from './disputes.ts'
import * as groups from './groups.ts'
import * as identityAccount from './identity-account.ts'
import * as identityLinks from './identity-links.ts'
import * as identityPeople from './identity-people.ts'
import * as identity from './identity.ts'
import * as live from './live.ts'
import * as mailbox from './mailbox.ts'
import * as menu from './menu.ts'
import * as orderRules from './order-rules.ts'
import * as orderEdits from './order-edits.ts'
import * as orderHistory from './order-history.ts'
import * as orderMessages from './order-messages.ts'
import * as motoboys from './motoboys.ts'
import * as orderWork from './order-work.ts'
import * as orders from './orders.ts'
import * as printAgent from './print-agent.ts'
import * as printing from './printing.ts'
import * as reportCustomer from './report-customer.ts'
import * as reportForecast from './report-forecast.ts'
import * as reportMails from './report-mails.ts'
import * as reportMenu from './report-menu.ts'
import * as reportProduct from './report-product.ts'
import * as reportOrderBilling from './report-order-billing.ts'
import * as reportQuality from './report-quality.ts'
import * as push from './push.ts'
import * as reportSale from './report-sale.ts'
import * as reportStores from './report-stores.ts'
import * as reports from './reports.ts'
import * as reviews from './reviews.ts'
import type { Route } from './route.ts'
import * as stores from './stores.ts'

/** Every call, for the tests that walk them and for the OpenAPI document. */
export const allRoutes: readonly Route[] = [
  identity,
  identityLinks,
  identityPeople,
  identityAccount,
  mailbox,
  stores,
  groups,
  orders,
  orderEdits,
  orderHistory,
  orderMessages,
  orderWork,
  motoboys,
  orderRules,
  menu,
  printing,
  printAgent,
  push,
  reports,
  reviews,
  disputes,
  reportSale,
  reportStores,
  reportMails,
  reportQuality,
  reportOrderBilling,
  reportForecast,
  reportProduct,
  reportCustomer,
  reportMenu,
  live,
].flatMap((room) => (Object.values(room) as readonly unknown[]).filter(isRoute))

function isRoute(value: unknown): value is Route {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'access' in value && 'path' in value
  )
}
