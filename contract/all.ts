import * as accountant from './accountant/accountant.ts'
import * as ads from './ads/ads.ts'
import * as alerts from './alerts/alerts.ts'
import * as audit from './audit/audit.ts'
import * as bulk from './bulk/bulk.ts'
import * as bulkCopies from './bulk/copy-category.ts'
import * as deliveryModifiers from './delivery/modifiers.ts'
import * as deliveryQuote from './delivery/quote.ts'
import * as deliveryZones from './delivery/zones.ts'
import * as codeCheck from './orders/code-check.ts'
import * as courierOnDemand from './orders/courier-on-demand.ts'
import * as picking from './orders/picking.ts'
import * as documentCheck from './orders/document-check.ts'
import * as disputes from './orders/disputes.ts'
import * as dueRefunds from './orders/money/due-refunds.ts'
import * as groupDay from './groups/group-day.ts'
import * as goals from './groups/goals.ts'
import * as groupNow from './groups/group-now.ts'
import * as groupGrants from './groups/group-grants.ts'
import * as groups from './groups/groups.ts'
import * as home from './home/home.ts'
import * as identityAccount from './identity/account.ts'
import * as identityLinks from './identity/links.ts'
import * as identityPeople from './identity/people.ts'
import * as identityProfile from './identity/profile.ts'
import * as identitySupport from './identity/support.ts'
import * as identity from './identity/identity.ts'
import * as checkinCodes from './integrations/checkin-codes.ts'
import * as integrations from './integrations/integrations.ts'
import * as integrationCredentials from './integrations/credentials.ts'
import * as channelFees from './integrations/fees.ts'
import * as priceParity from './integrations/price-parity.ts'
import * as channelItems from './orders/channel-items.ts'
import * as live from './live/live.ts'
import * as mailbox from './mail/mailbox.ts'
import * as menu from './menu/menu.ts'
import * as editItem from './menu/edit-item.ts'
import * as editMenu from './menu/edit-menu.ts'
import * as importMenu from './menu/import-menu.ts'
import * as menuPublications from './menu/publications.ts'
import * as menuPrices from './menu/change-prices.ts'
import * as menuVersions from './menu/versions.ts'
import * as orderRules from './orders/rules.ts'
import * as changeItems from './orders/change-items.ts'
import * as orderEdits from './orders/edits.ts'
import * as orderHistory from './orders/history.ts'
import * as knownCustomer from './orders/known-customer.ts'
import * as orderMessages from './orders/messages.ts'
import * as motoboys from './orders/motoboys.ts'
import * as testOrders from './orders/test-order.ts'
import * as orderWork from './orders/work.ts'
import * as orders from './orders/orders.ts'
import * as browserPrinting from './printing/browser-printing.ts'
import * as printerSearch from './printing/printer-search.ts'
import * as printAgent from './printing/print-agent.ts'
import * as presence from './presence/presence.ts'
import * as printing from './printing/printing.ts'
import * as failedWork from './failed-work/failed-work.ts'
import * as referral from './referral/referral.ts'
import * as reportCustomer from './reports/customer.ts'
import * as reportForecast from './reports/forecast.ts'
import * as reportMails from './reports/mails.ts'
import * as reportAds from './reports/ads.ts'
import * as reportMenu from './reports/menu.ts'
import * as reportProduct from './reports/product.ts'
import * as reportOrderBilling from './reports/order-billing.ts'
import * as reportReconciliation from './reports/reconciliation.ts'
import * as reportQuality from './reports/quality.ts'
import * as noticeChoices from './notifications/choices.ts'
import * as push from './notifications/push.ts'
import * as reportSale from './reports/sale.ts'
import * as reportStores from './reports/stores.ts'
import * as reports from './reports/daily.ts'
import * as reviews from './reviews/reviews.ts'
import type { Route } from './shared/route.ts'
import * as storeChannels from './stores/channels.ts'
import * as usualHours from './stores/usual-hour.ts'
import * as storeHours from './stores/hours.ts'
import * as storeModules from './stores/modules.ts'
import * as storeProfile from './stores/profile.ts'
import * as fiscalNote from './fiscal/fiscal-note.ts'
import * as reportFiscal from './reports/fiscal.ts'
import * as privacyIncidents from './privacy/incidents.ts'
import * as privacyPerson from './privacy/person.ts'
import * as privacyTerms from './privacy/terms.ts'
import * as stores from './stores/stores.ts'
import * as tutorials from './tutorials/tutorials.ts'
import * as usage from './onboarding/usage.ts'
import * as conversations from './whatsapp/conversations.ts'
import * as whatsapp from './whatsapp/whatsapp.ts'

/** Every call. Tests iterate over this list and the OpenAPI document is built from it. */
export const allRoutes: readonly Route[] = [
  identity,
  alerts,
  identityLinks,
  identityPeople,
  identityProfile,
  identitySupport,
  identityAccount,
  mailbox,
  stores,
  home,
  storeChannels,
  usualHours,
  storeHours,
  storeProfile,
  storeModules,
  tutorials,
  usage,
  deliveryZones,
  deliveryModifiers,
  deliveryQuote,
  groupGrants,
  groups,
  groupDay,
  groupNow,
  goals,
  bulk,
  bulkCopies,
  audit,
  orders,
  orderEdits,
  changeItems,
  orderHistory,
  orderMessages,
  knownCustomer,
  orderWork,
  motoboys,
  orderRules,
  testOrders,
  codeCheck,
  checkinCodes,
  courierOnDemand,
  picking,
  documentCheck,
  dueRefunds,
  menu,
  editItem,
  editMenu,
  importMenu,
  menuPrices,
  menuPublications,
  menuVersions,
  presence,
  printing,
  printAgent,
  browserPrinting,
  printerSearch,
  integrations,
  integrationCredentials,
  channelFees,
  channelItems,
  priceParity,
  whatsapp,
  conversations,
  noticeChoices,
  push,
  reports,
  reviews,
  referral,
  accountant,
  ads,
  failedWork,
  disputes,
  reportSale,
  reportStores,
  reportMails,
  reportQuality,
  reportOrderBilling,
  reportReconciliation,
  reportForecast,
  reportProduct,
  reportCustomer,
  reportAds,
  reportMenu,
  live,
  fiscalNote,
  reportFiscal,
  privacyTerms,
  privacyPerson,
  privacyIncidents,
].flatMap((room) => (Object.values(room) as readonly unknown[]).filter(isRoute))

function isRoute(value: unknown): value is Route {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'access' in value && 'path' in value
  )
}
