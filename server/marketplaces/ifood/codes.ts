/** iFood's event codes (docs/marketplaces/ifood.md section 3) → our event types. Others are kept under their own name. */
const types: Readonly<Record<string, string>> = {
  PLACED: 'PLACED',
  PLC: 'PLACED',
  CONFIRMED: 'CONFIRMED',
  CFM: 'CONFIRMED',
  PREPARATION_STARTED: 'PREPARING',
  PRS: 'PREPARING',
  SEPARATION_STARTED: 'PREPARING',
  SPS: 'PREPARING',
  READY_TO_PICKUP: 'READY',
  RTP: 'READY',
  DISPATCHED: 'DISPATCHED',
  DSP: 'DISPATCHED',
  CONCLUDED: 'CONCLUDED',
  CON: 'CONCLUDED',
  CANCELLED: 'CANCELLED',
  CAN: 'CANCELLED',
  CANCELLATION_REQUEST_FAILED: 'CANCELLATION_REFUSED',
  CARF: 'CANCELLATION_REFUSED',
  HANDSHAKE_DISPUTE: 'HANDSHAKE_DISPUTE',
  HSD: 'HANDSHAKE_DISPUTE',
  HANDSHAKE_SETTLEMENT: 'HANDSHAKE_SETTLEMENT',
  HSS: 'HANDSHAKE_SETTLEMENT',
}

/** Matches the full code first, the short one second. */
export const typeOfCode = (fullCode: string, code: string): string =>
  types[fullCode] ?? types[code] ?? fullCode
