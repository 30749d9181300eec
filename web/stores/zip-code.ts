/** Apart from the tabs of this folder, so that a form does not load them. */
export { useZipCode } from './profile/use-zip-code.ts'
