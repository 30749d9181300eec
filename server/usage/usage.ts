/** Public API of this folder. */
export { sendFirstStepsMail } from './first-steps-mail.ts'
export { startUsage } from './start-usage.ts'
