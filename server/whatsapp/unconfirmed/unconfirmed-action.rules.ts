/**
 * What becomes of a message that was handed over without an answer, once its doubt is over and its provider cannot tell.
 * `ask`: a person says whether it goes once more. `again`: it goes once more. `leave`: neither.
 */
export type AfterDoubt = 'ask' | 'again' | 'leave'

/** A customer never gets one twice because of us. The team's own notice may come twice; one that is missing costs an order. */
export function afterDoubt(kind: string): AfterDoubt {
  if (kind === 'notice') return 'again'
  // A goodbye said twice annoys, and a test says nothing to anybody.
  return kind === 'farewell' || kind === 'canary' ? 'leave' : 'ask'
}
