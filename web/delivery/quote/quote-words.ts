/** Apart from the settings of this folder, for forms that show a quote. */
export { minutesText, QuoteSteps } from './quote-steps.tsx'
export { kept } from '../zones/zone-form.rules.ts'
