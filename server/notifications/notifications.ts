/** Public API of this folder. */
export type { PushNews } from './push.rules.ts'
export { queuePush } from './queue-push.ts'
export { sendPush } from './send-push.ts'
