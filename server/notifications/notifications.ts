/** Public API of this folder. */
export { queuePush } from './queue-push.ts'
export { sendPush } from './send-push.ts'
