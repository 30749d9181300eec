import type { FastifyInstance } from 'fastify'
import * as disputes from '../../contract/orders/disputes.ts'
import * as rules from '../../contract/orders/rules.ts'
import * as edits from '../../contract/orders/edits.ts'
import * as history from '../../contract/orders/history.ts'
import * as messages from '../../contract/orders/messages.ts'
import * as couriers from '../../contract/orders/motoboys.ts'
import * as work from '../../contract/orders/work.ts'
import * as contract from '../../contract/orders/orders.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { advanceOrders } from './advance-orders.ts'
import { answerDispute } from './answer-dispute.ts'
import { assignMotoboy, readMotoboys } from './assign-motoboy.ts'
import { cancelOrder } from './cancel-order.ts'
import { readCancellationReasons } from './cancellation-reasons.ts'
import { changeAddress } from './change-address.ts'
import { changeDeliveryFee } from './change-delivery-fee.ts'
import { changePayment } from './change-payment.ts'
import { concludeOrder } from './conclude-order.ts'
import { confirmOrder } from './confirm-order.ts'
import { readCourierDay } from './courier-day.ts'
import { deliverOrder } from './deliver-order.ts'
import { dispatchOrder } from './dispatch-order.ts'
import { readDisputes } from './disputes.reads.ts'
import { exportOrders } from './export-orders.ts'
import { readKnownItems } from './known-items.ts'
import { markReady } from './mark-ready.ts'
import { revealCustomer } from './mask-customer.ts'
import { addMotoboy, setShift, settleCash, updateMotoboy } from './motoboys.ts'
import { messageCustomer } from './message-customer.ts'
import { noteOrder } from './note-order.ts'
import { placeOrder } from './place-order.ts'
import { readBoard, readOrder } from './read-orders.ts'
import { refundOrder } from './refund-order.ts'
import { returnStep } from './return-step.ts'
import { readOrderRules, saveOrderRules } from './save-order-rules.ts'
import { readCapacity, setCapacity } from './set-capacity.ts'
import { searchOrders } from './search-orders.ts'
import { startPreparation } from './start-preparation.ts'

export function ordersRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.readBoard, readBoard)
  serve(app, deps, contract.readOrder, readOrder)
  serve(app, deps, rules.readOrderRules, readOrderRules)
  serve(app, deps, rules.saveOrderRules, saveOrderRules)
  serve(app, deps, rules.readCapacity, readCapacity)
  serve(app, deps, rules.setCapacity, setCapacity)
  serve(app, deps, work.readMotoboys, readMotoboys)
  serve(app, deps, couriers.readCourierDay, readCourierDay)
  serve(app, deps, couriers.addMotoboy, addMotoboy)
  serve(app, deps, couriers.updateMotoboy, updateMotoboy)
  serve(app, deps, couriers.setShift, setShift)
  serve(app, deps, couriers.settleCash, settleCash)
  serve(app, deps, work.readKnownItems, readKnownItems)
  serve(app, deps, work.assignMotoboy, assignMotoboy)
  serve(app, deps, work.advanceOrders, advanceOrders)
  serve(app, deps, work.returnStep, returnStep)
  serve(app, deps, work.noteOrder, noteOrder)
  serve(app, deps, messages.messageCustomer, messageCustomer)
  serve(app, deps, work.revealCustomer, revealCustomer)
  serve(app, deps, contract.placeOrder, placeOrder)
  serve(app, deps, contract.confirmOrder, confirmOrder)
  serve(app, deps, contract.startPreparation, startPreparation)
  serve(app, deps, contract.markReady, markReady)
  serve(app, deps, contract.dispatchOrder, dispatchOrder)
  serve(app, deps, contract.deliverOrder, deliverOrder)
  serve(app, deps, contract.concludeOrder, concludeOrder)
  serve(app, deps, contract.readCancellationReasons, readCancellationReasons)
  serve(app, deps, contract.cancelOrder, cancelOrder)
  serve(app, deps, contract.refundOrder, refundOrder)
  serve(app, deps, edits.changePayment, changePayment)
  serve(app, deps, edits.changeAddress, changeAddress)
  serve(app, deps, edits.changeDeliveryFee, changeDeliveryFee)
  serve(app, deps, disputes.readDisputes, readDisputes)
  serve(app, deps, disputes.answerDispute, answerDispute)
  serve(app, deps, history.searchOrders, searchOrders)
  exportOrders(app, deps)
}
