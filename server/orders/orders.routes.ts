import * as channelItems from '../../contract/orders/channel-items.ts'
import * as disputes from '../../contract/orders/disputes.ts'
import * as rules from '../../contract/orders/rules.ts'
import { settleDueRefund as settleDueRefundRoute } from '../../contract/orders/money/due-refunds.ts'
import { changeItems as changeItemsRoute } from '../../contract/orders/change-items.ts'
import * as edits from '../../contract/orders/edits.ts'
import * as known from '../../contract/orders/known-customer.ts'
import { checkDeliveryCode as checkDeliveryCodeRoute } from '../../contract/orders/code-check.ts'
import * as onDemand from '../../contract/orders/courier-on-demand.ts'
import * as picking from '../../contract/orders/picking.ts'
import { checkDocument as checkDocumentRoute } from '../../contract/orders/document-check.ts'
import * as history from '../../contract/orders/history.ts'
import * as messages from '../../contract/orders/messages.ts'
import * as couriers from '../../contract/orders/motoboys.ts'
import * as work from '../../contract/orders/work.ts'
import * as contract from '../../contract/orders/orders.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { advanceOrders } from './states/advance-orders.ts'
import { answerDispute } from './disputes/answer-dispute.ts'
import { assignMotoboy, readMotoboys } from './couriers/assign-motoboy.ts'
import { cancelOrder } from './states/cancel-order.ts'
import { readCancellationReasons } from './states/cancellation-reasons.ts'
import { changeAddress } from './edits/change-address.ts'
import { changeDeliveryFee } from './edits/change-delivery-fee.ts'
import { changeItems } from './items/change-items.ts'
import { changePayment } from './edits/change-payment.ts'
import { checkDeliveryCode } from './states/check-delivery-code.ts'
import { checkDocument } from './states/check-document.ts'
import { concludeOrder } from './states/conclude-order.ts'
import { changePickedItem, endPicking, startPicking } from './picking/pick-items.ts'
import { answerAddressChange } from './on-demand/answer-address-change.ts'
import {
  askForCourier,
  cancelCourier,
  readCourierCancelReasons,
  readCourierOffer,
} from './on-demand/courier-on-demand.ts'
import { confirmOrder } from './states/confirm-order.ts'
import { readCourierDay } from './couriers/courier-day.ts'
import { deliverOrder } from './states/deliver-order.ts'
import { dispatchOrder } from './states/dispatch-order.ts'
import { readDisputePhoto } from './disputes/read-dispute-photo.ts'
import { readDisputes } from './disputes/disputes.reads.ts'
import { findKnownCustomer } from './taking/find-known-customer.ts'
import { readKnownItems } from './taking/known-items.ts'
import { readChannelItems } from './matching/channel-items.reads.ts'
import { matchChannelItem, unmatchChannelItem } from './matching/match-channel-item.ts'
import { markReady } from './states/mark-ready.ts'
import { revealCustomer } from './board/reveal-customer.ts'
import { addMotoboy, setShift, settleCash, updateMotoboy } from './couriers/motoboys.ts'
import { messageCustomer } from './edits/message-customer.ts'
import { noteOrder } from './edits/note-order.ts'
import { placeTestOrder as placeTestOrderRoute } from '../../contract/orders/test-order.ts'
import { placeOrder } from './taking/place-order.ts'
import { placeTestOrder } from './taking/place-test-order.ts'
import { readBoard, readOrder } from './board/read-orders.ts'
import { refundOrder } from './edits/refund-order.ts'
import { undoStep } from './states/undo-step.ts'
import { readOrderRules, saveOrderRules } from './rules/save-order-rules.ts'
import { readCapacity, setCapacity } from './rules/set-capacity.ts'
import { exportOrders } from './history/export-orders.ts'
import { settleDueRefund } from './due-refunds/settle-due-refund.ts'
import { searchOrders } from './history/search-orders.ts'
import { startPreparation } from './states/start-preparation.ts'

export const ordersRoutes: readonly ServedRoute[] = [
  on(contract.readBoard, readBoard),
  on(contract.readOrder, readOrder),
  on(rules.readOrderRules, readOrderRules),
  on(rules.saveOrderRules, saveOrderRules),
  on(rules.readCapacity, readCapacity),
  on(rules.setCapacity, setCapacity),
  on(work.readMotoboys, readMotoboys),
  on(couriers.readCourierDay, readCourierDay),
  on(couriers.addMotoboy, addMotoboy),
  on(couriers.updateMotoboy, updateMotoboy),
  on(couriers.setShift, setShift),
  on(couriers.settleCash, settleCash),
  on(work.readKnownItems, readKnownItems),
  on(work.assignMotoboy, assignMotoboy),
  on(work.advanceOrders, advanceOrders),
  on(work.undoStep, undoStep),
  on(work.noteOrder, noteOrder),
  on(messages.messageCustomer, messageCustomer),
  on(work.revealCustomer, revealCustomer),
  on(contract.placeOrder, placeOrder),
  on(placeTestOrderRoute, placeTestOrder),
  on(known.findKnownCustomer, findKnownCustomer),
  on(contract.confirmOrder, confirmOrder),
  on(contract.startPreparation, startPreparation),
  on(contract.markReady, markReady),
  on(contract.dispatchOrder, dispatchOrder),
  on(contract.deliverOrder, deliverOrder),
  on(contract.concludeOrder, concludeOrder),
  on(checkDeliveryCodeRoute, checkDeliveryCode),
  on(onDemand.readCourierOffer, readCourierOffer),
  on(onDemand.askForCourier, askForCourier),
  on(onDemand.cancelCourier, cancelCourier),
  on(onDemand.readCourierCancelReasons, readCourierCancelReasons),
  on(onDemand.answerAddressChange, answerAddressChange),
  on(picking.startPicking, startPicking),
  on(picking.changePickedItem, changePickedItem),
  on(picking.endPicking, endPicking),
  on(checkDocumentRoute, checkDocument),
  on(contract.readCancellationReasons, readCancellationReasons),
  on(contract.cancelOrder, cancelOrder),
  on(contract.refundOrder, refundOrder),
  on(settleDueRefundRoute, settleDueRefund),
  on(changeItemsRoute, changeItems),
  on(edits.changePayment, changePayment),
  on(edits.changeAddress, changeAddress),
  on(edits.changeDeliveryFee, changeDeliveryFee),
  on(channelItems.readChannelItems, readChannelItems),
  on(channelItems.matchChannelItem, matchChannelItem),
  on(channelItems.unmatchChannelItem, unmatchChannelItem),
  on(disputes.readDisputes, readDisputes),
  on(disputes.readDisputePhoto, readDisputePhoto),
  on(disputes.answerDispute, answerDispute),
  on(history.searchOrders, searchOrders),
  on(history.exportOrders, exportOrders),
]
