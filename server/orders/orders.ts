/** The door of this room: what the rest of the server may use. */
export { remindOfAcceptance } from './acceptance-reminder.ts'
export { autoAccept } from './auto-accept.ts'
export { concludeDelivered } from './conclude-order.ts'
export { handleInbox } from './handle-inbox.ts'
export { pollIfood, readChannelHealth } from './poll-ifood.ts'
export { returnCapacity } from './return-capacity.ts'
export { noteRefusal, sendAction, type ActionPayload } from './send-action.ts'
