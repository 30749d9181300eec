/** The door of this room: what the rest of the server may use. */
export type { PushNews } from './push.rules.ts'
export { queuePush } from './queue-push.ts'
export { sendPush } from './send-push.ts'
