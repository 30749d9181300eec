/** The door of this room: what the rest of the server may use. */
export { queuePush } from './queue-push.ts'
export { sendPush } from './send-push.ts'
