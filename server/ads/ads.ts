/** Public API of this folder. */
export { adOrderDays, linkChatOrder } from './link-chat-order.ts'
export { onOrderMoved } from './order-listener.ts'
export { noteConversionFailed, sendConversion } from './send-conversion.ts'
