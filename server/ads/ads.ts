/** Public API of this folder. */
export { noteConversionFailed, sendConversion } from './send-conversion.ts'
