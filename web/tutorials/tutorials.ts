/** Public exports of this folder: small, for the frame of every screen. */
export { openGuide, useOpenGuide } from './open-guide.ts'
