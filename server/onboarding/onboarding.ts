/** Public API of this folder. */
export { peopleFactsOf } from './facts.reads.ts'
export { sendFirstStepsMail } from './first-steps-mail.ts'
export { openStore, type Opening } from './open-store.ts'
export { startUsage } from './start-usage.ts'
export { openSteps, usageOf } from './usage.reads.ts'
