/**
 * What to do with an unconfirmed message when the wait for a webhook has ended and the provider cannot tell.
 * `ask`: a person decides whether to send it again. `resend`: send it again. `drop`: give it up.
 */
type UnconfirmedAction = 'ask' | 'resend' | 'drop'

/** We never make a customer receive a message twice. A notice to staff may arrive twice; a missing one costs an order. */
export function unconfirmedAction(kind: string): UnconfirmedAction {
  if (kind === 'notice') return 'resend'
  // A second farewell would annoy the customer, and a late test of the line is useless.
  return kind === 'farewell' || kind === 'canary' ? 'drop' : 'ask'
}
